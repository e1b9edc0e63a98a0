import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import type { CloseOptions, CloseReport } from './closing.ts';

/** Called when a server listens, or with the error that prevents it. */
export type ListenCallback = (this: Server, error?: Error) => void;

/** The servers of an application. */
export interface Listening {
  /**
   * Makes an `http.Server` (an `https.Server` with the option `tls`) for the application and listens. The arguments are
   * those of `server.listen`. The callback is called once, with the server as `this`, when the server listens or fails to.
   */
  listen(port?: number | string, host?: string, backlog?: number, callback?: ListenCallback): Server;
  listen(port: number | string, host: string, callback?: ListenCallback): Server;
  listen(portOrPath: number | string, callback?: ListenCallback): Server;
  listen(options: ListenOptions, callback?: ListenCallback): Server;
  listen(handle: object, callback?: ListenCallback): Server;
  listen(callback: ListenCallback): Server;

  /**
   * Closes every server that `listen` made. Idle connections and those without a request end at once, others with their pending
   * responses, which say `Connection: close`. Event streams are ended. Connections that outlive the grace period are cut. Resolves when
   * all connections have ended and the `onClose` hooks have run. Further calls return the result of the first one.
   *
   * @throws TypeError when an option is invalid; the first error of an `onClose` hook
   */
  close(options?: CloseOptions): Promise<CloseReport>;
  /** Calls `close()`, for `await using app = createServer()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
