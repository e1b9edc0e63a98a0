import type { Server } from 'node:http';
import type { ListenOptions, Server as NetServer } from 'node:net';
import type { CloseOptions, CloseReport, HealthOptions } from '@nextpress/lifecycle';

/** Something that already listens: another server, or an object with the file descriptor of a socket. */
export type ListenHandle = NetServer | { readonly fd: number } | { readonly _handle: object };

/** Called when a server listens, or with the error that prevents it. */
export type ListenCallback = (this: Server, error?: Error) => void;

/** What is in front of a server. */
export type Balancer = 'alb' | 'gcp' | 'nginx' | 'haproxy' | 'cloudflare' | 'none';

/** Options of `listen` that `server.listen` does not have. */
export interface ServeOptions {
  /**
   * Sets what a load balancer needs: timeouts longer than its own, and the setting `trust proxy` unless it is
   * set. `X-Forwarded-Host` is ignored, unless the setting `forwarded host` is true. `'none'` means that
   * clients connect directly.
   * @defaultValue none: nothing is set and nothing is checked
   */
  readonly behind?: Balancer | undefined;
  /**
   * Responds to probes: `true` for `/healthz` and `/readyz` without checks. No route, guard or hook sees these requests.
   * @defaultValue false; the option `health` of `createServer` applies as well
   */
  readonly health?: boolean | HealthOptions | undefined;
  /**
   * Whether SIGTERM and SIGINT close the application and then end the process, with exit code 0, or 1 when a `preClose` or `onClose`
   * hook has failed or has taken too long. A second signal, at least half a second later, ends it at once,
   * with exit code 128 plus the number of the signal. An object passes options to `close()`.
   * @defaultValue false
   */
  readonly signals?: boolean | CloseOptions | undefined;
}

/** The servers of an application. */
export interface Listening {
  /**
   * Creates an `http.Server` (an `https.Server` with the option `tls`) for the application and listens. The arguments are
   * those of `server.listen`, with {@link ServeOptions} as a second argument or among the options. The callback is called once, with the
   * server as `this`, when the server listens, or with the error if that fails. If it takes no error, a
   * failure is instead an `error` event of the server, which ends the process unless you handle it; in
   * `nextpress/express`, it is called in both cases.
   *
   * @throws TypeError if an option is invalid
   * @throws Error while the application is closing
   * @remarks Express also calls a callback without parameters when listening fails, so a server that is not
   * running prints "running".
   *
   * @example
   * ```ts
   * import { createServer } from 'nextpress';
   *
   * const app = createServer();
   * app.get('/', (req, res) => res.send('hello'));
   *
   * const server = app.listen(0, () => {
   *   console.log(`listening on port ${server.address().port}`);
   *   server.close();
   * });
   * ```
   */
  listen(port?: number | string, host?: string, backlog?: number, callback?: ListenCallback): Server;
  listen(port: number | string, host: string, callback?: ListenCallback): Server;
  listen(portOrPath: number | string, callback?: ListenCallback): Server;
  listen(
    portOrPath: number | string,
    options: ServeOptions & Omit<ListenOptions, 'port' | 'path'>,
    callback?: ListenCallback,
  ): Server;
  listen(
    port: number | string,
    host: string,
    options: ServeOptions & Omit<ListenOptions, 'port' | 'path' | 'host'>,
    callback?: ListenCallback,
  ): Server;
  listen(options: ListenOptions & ServeOptions, callback?: ListenCallback): Server;
  listen(handle: ListenHandle, callback?: ListenCallback): Server;
  listen(callback: ListenCallback): Server;

  /**
   * Closes every server that `listen` created. Idle connections and those without a request end soon, others
   * after their pending responses, which carry `Connection: close`. Event streams end, and `preClose` hooks
   * run. Connections that outlive the grace period are cut. Resolves when all connections have ended and the
   * `onClose` hooks have run. Further calls return the result of the first one.
   *
   * @throws TypeError if an option is invalid
   * @throws the error of a hook, or an error if a hook took too long; an AggregateError if several failed
   *
   * @example
   * ```ts
   * import { createServer } from 'nextpress';
   *
   * const app = createServer();
   * app.addHook('onClose', () => console.log('the database is closed'));
   *
   * app.listen(0, async () => {
   *   const { cut } = await app.close({ grace: 5_000 });
   *   cut.length; // => 0
   * });
   * ```
   */
  close(options?: CloseOptions): Promise<CloseReport>;
  /** Calls `close()`, for `await using app = createServer()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
