/** @module Graceful shutdown of a server that no application of Nextpress listens with. */

import type { Server } from 'node:http';
import { booleanOption, functionOption } from '@nextpress/semantics/options';
import { type CloseOptions, type CloseReport, readCloseOptions } from './close-options.ts';
import { ServerGroup } from './server-group.ts';
import { Shutdown } from './shutdown.ts';
import { closeOnSignals } from './signals.ts';

/** Options of {@link gracefulShutdown}, and the defaults of its `close()`. */
export interface GracefulShutdownOptions extends CloseOptions {
  /**
   * Whether SIGTERM and SIGINT close the server and then end the process, with exit code 0, or 1 when a hook has failed. A second signal, half
   * a second later or more, ends it at once.
   * @defaultValue true
   */
  readonly signals?: boolean | undefined;
  /** Ends what keeps connections open, such as WebSockets. Runs when the port has been closed. */
  readonly preClose?: (() => unknown) | undefined;
  /** Closes what requests need, such as a database. Runs when the last connection has ended. */
  readonly onClose?: (() => unknown) | undefined;
}

/** The shutdown of a server. */
export interface GracefulShutdown {
  /** Whether the server is closing, or has closed. */
  readonly isClosing: boolean;
  /**
   * Closes the server. Resolves when all connections have ended and the hooks have run. Later calls get the promise of the first one.
   *
   * @throws TypeError when an option is invalid
   * @throws the error of a hook, or that a hook has taken too long; an AggregateError of several
   */
  close(options?: CloseOptions): Promise<CloseReport>;
}

/**
 * Makes a server of `node:http` or `node:https` shut down without cutting off a response: it accepts no connection, ends idle ones and event
 * streams, and ends the others with their pending responses, which say `Connection: close`. Connections that outlive `grace` are cut.
 * `server.close()` does the same, without the hooks and without a limit of time.
 *
 * @throws TypeError when an option is invalid
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
