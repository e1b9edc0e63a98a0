/** @module Graceful shutdown of a server without a Nextpress application. */

import type { Server } from 'node:http';
import { booleanOption, functionOption } from '@nextpress/semantics/options';
import { type CloseOptions, type CloseReport, readCloseOptions } from './close-options.ts';
import { ServerGroup } from './server-group.ts';
import { Shutdown } from './shutdown.ts';
import { closeOnSignals } from './signals.ts';

/** Options of {@link gracefulShutdown}, and the defaults of its `close()`. */
export interface GracefulShutdownOptions extends CloseOptions {
  /**
   * Whether SIGTERM and SIGINT close the server and then exit the process, with code 0, or 1 if a hook failed. A second
   * signal, half a second later or more, exits immediately.
   * @defaultValue true
   */
  readonly signals?: boolean | undefined;
  /** Ends whatever keeps connections open, such as WebSockets. Runs once the port is closed. */
  readonly preClose?: (() => unknown) | undefined;
  /** Closes whatever requests need, such as a database. Runs once the last connection has ended. */
  readonly onClose?: (() => unknown) | undefined;
}

/** The shutdown of a server. */
export interface GracefulShutdown {
  /** Whether the server is closing, or has closed. */
  readonly isClosing: boolean;
  /**
   * Closes the server. Resolves when all connections have ended and the hooks have run. Later calls return the first
   * call's promise.
   *
   * @throws TypeError if an option is invalid
   * @throws the error of a hook, or an error about a hook that took too long; an AggregateError for several
   */
  close(options?: CloseOptions): Promise<CloseReport>;
}

/**
 * Makes a `node:http` or `node:https` server shut down without cutting off a response: it stops accepting connections,
 * ends idle ones and event streams, and ends the others after their pending responses, which carry `Connection: close`.
 * Connections that outlive `grace` are cut. `server.close()` does the same, without hooks and without a time limit.
 *
 * @throws TypeError if an option is invalid
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { gracefulShutdown } from '@nextpress/lifecycle';
 *
 * const server = createServer((_req, res) => res.end('hello'));
 * const { close } = gracefulShutdown(server, { signals: false });
 * server.listen(0, async () => {
 *   const { cut } = await close({ grace: 1_000 });
 *   cut.length; // => 0
 * });
 * ```
 */
export function gracefulShutdown(server: Server, options: GracefulShutdownOptions = {}): GracefulShutdown {
  const { signals = true, preClose, onClose, ...defaults } = options;
  readCloseOptions('gracefulShutdown', defaults);
  booleanOption('gracefulShutdown', 'signals', signals);
  for (const [name, hook] of Object.entries({ preClose, onClose })) {
    if (hook !== undefined) functionOption('gracefulShutdown', name, hook);
  }
  const servers = new ServerGroup();
  servers.add(server);
  const shutdown = new Shutdown(servers);
  const hooks = { preClose: preClose ? [preClose] : [], onClose: onClose ? [onClose] : [] };
  const close = (own: CloseOptions = {}): Promise<CloseReport> =>
    shutdown.close({ ...defaults, ...own }, (name) => hooks[name]);
  if (signals) closeOnSignals(server, () => close());
  return {
    get isClosing() {
      return shutdown.isClosing;
    },
    close,
  };
}
