/** @module Owns a port of the application: requests wait here while the application restarts. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { errorPage, PAGE_HEADERS } from '../error/error-page.ts';
import type { ErrorReport } from '../error/error-report.ts';
import { errorText } from '../error/error-text.ts';
import { isLoopback, maySeeErrors } from '../error/may-see-errors.ts';
import { forward, forwardUpgrade } from './forward.ts';
import { type LiveReload, RELOAD_TAG } from './live-reload.ts';

/** A process that runs the application. */
export interface Backend {
  /** Where it listens for the requests of a port; `undefined` if it does not listen for them. */
  portFor(port: number): number | undefined;
  /** Counts a request or a connection of it, until the returned function is called. */
  begin(): () => void;
}

/** What a request waits for: a process, or the reason why there is none. */
export type Availability = { readonly backend: Backend } | { readonly failure: ErrorReport };

export interface FrontOptions {
  readonly port: number;
  readonly host: string | undefined;
  readonly reload: LiveReload | undefined;
  /** Resolves as soon as requests can be served, or have failed. */
  available(): Promise<Availability>;
  /** Called with each response of an application that does not print its own. */
  onResponse(req: IncomingMessage, res: ServerResponse, milliseconds: number): void;
}

/** The addresses that mean this machine alone. */
const LOCAL_ADDRESSES = ['127.0.0.1', '::1'];

export class FrontServer {
  readonly #options: FrontOptions;
  readonly #servers: Server[];

  constructor(options: FrontOptions) {
    this.#options = options;
    const hosts = options.host === undefined ? LOCAL_ADDRESSES : [options.host];
    this.#servers = hosts.map(() => this.#createServer());
  }

  /** @throws an error of `listen`, such as `EADDRINUSE` */
  async listen(): Promise<void> {
    const { port, host } = this.#options;
    const [first, ...others] = this.#servers as [Server, ...Server[]];
    await listenAt(first, port, host ?? LOCAL_ADDRESSES[0]);
    // A machine may have no IPv6.
    for (const server of others) await listenAt(server, port, LOCAL_ADDRESSES[1]).catch(() => server.close());
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  #createServer(): Server {
    // The application has a limit of its own.
    const server = createServer({ maxHeaderSize: 65_536 });
    server.on('request', (req, res) => void this.#handle(req, res));
    server.on('upgrade', (req, socket, head) => void this.#upgrade(req, socket, head));
    return server;
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { port, reload, available, onResponse } = this.#options;
    if (reload?.handle(req, res)) return;
    const startedAt = performance.now();
    res.on('close', () => onResponse(req, res, performance.now() - startedAt));
    const availability = await available();
    if (res.destroyed) return;
    if ('failure' in availability) {
      this.#sendFailure(req, res, availability.failure);
      return;
    }
    const { backend } = availability;
    const actual = backend.portFor(port);
    if (actual === undefined) {
      this.#sendFailure(req, res, failureOf(`The application no longer listens on port ${port}`));
      return;
    }
    res.on('close', backend.begin());
    forward(req, res, {
      port: actual,
      reloads: reload !== undefined,
      onLost: ({ message }) =>
        this.#sendFailure(
          req,
          res,
          failureOf(`The application has ended the request without a response: ${message}`),
        ),
    });
  }

  async #upgrade(
    req: IncomingMessage,
    socket: Parameters<typeof forwardUpgrade>[1],
    head: Buffer,
  ): Promise<void> {
    socket.on('error', () => socket.destroy());
    const availability = await this.#options.available();
    const actual = 'backend' in availability ? availability.backend.portFor(this.#options.port) : undefined;
    if (socket.destroyed) return;
    if (!('backend' in availability) || actual === undefined) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    socket.on('close', availability.backend.begin());
    forwardUpgrade(req, socket, head, actual);
  }

  #sendFailure(req: IncomingMessage, res: ServerResponse, failure: ErrorReport): void {
    const isBrowser = req.headers.accept?.includes('text/html') === true;
    const tag = this.#options.reload === undefined ? '' : RELOAD_TAG;
    const isShown = isLoopback(req.socket.remoteAddress) && maySeeErrors(req.headers);
    const text = isShown ? errorText(failure, false) : 'The application has failed.\n';
    const [type, body] =
      isShown && isBrowser ? ['text/html', errorPage(failure) + tag] : ['text/plain', text];
    req.resume();
    res.writeHead(500, {
      ...PAGE_HEADERS,
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
      'X-Content-Type-Options': 'nosniff',
    });
    res.end(body);
  }
}

function listenAt(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen({ port, host }, () => {
      server.off('error', fail);
      done();
    });
  });
}

/** A failure that no code of the application has thrown. */
export function failureOf(message: string): ErrorReport {
  const nothing = { code: undefined, frames: [], snippet: undefined, causes: [], request: undefined };
  return { name: 'Error', message, ...nothing };
}
