/** @module Makes the application's servers listen on internal ports behind the development server. */

import { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';

/** A server behind the development server. */
export interface Listening {
  readonly server: HttpServer;
  /** The port that the application asked for. */
  readonly port: number;
  /** The port on which it actually listens. */
  readonly actual: number;
}

/** Callbacks for servers. */
export interface ListenEvents {
  onListening(listening: Listening): void;
  /**
   * Called when a server listens as the application said, because it speaks another protocol than HTTP/1.1, uses a pipe, or leaves
   * the choice of its port to the system.
   */
  onExclusive(): void;
}

/** Replaces `listen` for every server in this process. */
export function interceptListen({ onListening, onExclusive }: ListenEvents): void {
  const { listen } = Server.prototype;
  Server.prototype.listen = function replaced(this: Server, ...args: unknown[]): Server {
    const port = portOf(args);
    if (port === undefined || port === 0 || !(this instanceof HttpServer)) {
      onExclusive();
      return Reflect.apply(listen, this, args);
    }
    showPort(this, port);
    this.once('listening', () => {
      const address = actualAddress(this) as { readonly port: number };
      onListening({ server: this as HttpServer, port, actual: address.port });
    });
    const callback = args.findLast((each) => typeof each === 'function');
    return Reflect.apply(listen, this, [
      { port: 0, host: '127.0.0.1' },
      ...(callback === undefined ? [] : [callback]),
    ]);
  } as typeof listen;
}

/** The port in the arguments of `listen`; `undefined` for a pipe or a handle. */
function portOf([first]: readonly unknown[]): number | undefined {
  if (typeof first === 'object' && first !== null) {
    const { port, path, fd } = first as { port?: unknown; path?: unknown; fd?: unknown };
    return path === undefined && fd === undefined ? toPort(port ?? 0) : undefined;
  }
  return first === undefined || typeof first === 'function' ? 0 : toPort(first);
}

function toPort(value: unknown): number | undefined {
  const port = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof port === 'number' && Number.isInteger(port) && port >= 0 && port < 65_536 ? port : undefined;
}

/** The application should print the port that clients use. */
function showPort(server: Server, port: number): void {
  const address = (): ReturnType<Server['address']> => {
    const actual = actualAddress(server);
    return actual === null || typeof actual === 'string' ? actual : { ...actual, port };
  };
  Object.defineProperty(server, 'address', { value: address, writable: true, configurable: true });
}

function actualAddress(server: Server): ReturnType<Server['address']> {
  return Reflect.apply(Server.prototype.address, server, []);
}
