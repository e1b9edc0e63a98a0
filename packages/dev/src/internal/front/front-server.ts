/** @module Owns a port of the application: requests wait here while the application restarts. */

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { isLocalClient } from '@nextpress/semantics/local-client';
import { hasContent } from '@nextpress/semantics/request-body';
import { errorPage, PAGE_HEADERS } from '../error/error-page.ts';
import type { ErrorReport } from '../error/error-report.ts';
import { errorText } from '../error/error-text.ts';
import { forward } from './forward.ts';
import { asksForPage, type LiveReload, RELOAD_TAG } from './live-reload.ts';
import { openSource } from './open-source.ts';
import { serveWithoutUpgrade, upgradeResponse } from './upgrade.ts';

/** A process that runs the application. */
export interface Backend {
  /** Counts a request or connection until the returned function is called. */
  begin(): () => void;
}

/** What a request waits for: a process with the port it listens on, or the reason why there is none. */
export type Availability =
  | { readonly backend: Backend; readonly actual: number }
  | { readonly failure: ErrorReport };

export interface FrontOptions {
  readonly port: number;
  readonly host: string | undefined;
  /** The folder of the application. */
  readonly root: string;
  readonly reload: LiveReload | undefined;
  /** Resolves once requests to a port can be served or have failed. Pages learn earlier what the application is waiting for. */
  available(port: number, isPage: boolean): Promise<Availability>;
  /** Called with each response of an application that does not print its own. */
  onResponse(req: IncomingMessage, res: ServerResponse, milliseconds: number): void;
}

/** The addresses that mean the local machine. */
const LOCAL_ADDRESSES = ['127.0.0.1', '::1'];

const SERVER_OPTIONS = {
  // The application has its own limit.
  maxHeaderSize: 65_536,
  // Available from Node 24.9 on.
  shouldUpgradeCallback: (req: IncomingMessage) => !hasContent(req),
};

export class FrontServer {
  readonly #options: FrontOptions;
  readonly #servers: Server[];
  /** The last response on each connection: Node emits `upgrade` while earlier ones are pending. */
  readonly #lastResponses = new WeakMap<Socket, ServerResponse>();

  constructor(options: FrontOptions) {
    this.#options = options;
    const hosts = options.host === undefined ? LOCAL_ADDRESSES : [options.host];
    this.#servers = hosts.map(() => this.#createServer());
  }

  /** @throws the error of `listen`, such as `EADDRINUSE` */
  async listen(): Promise<void> {
    const { port, host } = this.#options;
    const [first, ...others] = this.#servers as [Server, ...Server[]];
    await listenAt(first, port, host ?? LOCAL_ADDRESSES[0]);
    // A machine may not have IPv6.
    for (const server of others) await listenAt(server, port, LOCAL_ADDRESSES[1]).catch(() => server.close());
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  #createServer(): Server {
    const server = createServer(SERVER_OPTIONS);
    server.maxHeadersCount = 0;
    const handle = (req: IncomingMessage, res: ServerResponse): void => void this.#handle(req, res, false);
    // The application decides whether it wants the body.
    server.on('request', handle).on('checkContinue', handle);
    server.on('upgrade', (req, _socket, head) => {
      this.#upgrade(server, req, head).catch(() => req.socket.destroy());
    });
    return server;
  }

  async #upgrade(server: Server, req: IncomingMessage, head: Buffer): Promise<void> {
    const { socket } = req;
    // Nothing else handles errors of a connection that Node has released.
    socket.on('error', () => socket.destroy());
    const earlier = this.#lastResponses.get(socket);
    if (earlier?.closed === false) await new Promise((closed) => earlier.once('close', closed));
    if (socket.destroyed) return;
    if (hasContent(req)) serveWithoutUpgrade(server, req, head);
    else {
      socket.unshift(head);
      await this.#handle(req, upgradeResponse(req), true);
    }
  }

  /** Always sends a response: nothing that a client or the application sends may end the command. */
  async #handle(req: IncomingMessage, res: ServerResponse, isUpgrade: boolean): Promise<void> {
    this.#lastResponses.set(req.socket, res);
    res.on('error', () => res.destroy());
    try {
      await this.#serve(req, res, isUpgrade);
    } catch (error) {
      const { message } = error as Error;
      this.#sendFailure(req, res, failureOf(`The application did not send a valid response: ${message}`));
    }
  }

  async #serve(req: IncomingMessage, res: ServerResponse, isUpgrade: boolean): Promise<void> {
    const { port, root, reload, available, onResponse } = this.#options;
    if (reload?.handle(req, res) || openSource(req, res, root)) return;
    const startedAt = performance.now();
    res.on('close', () => onResponse(req, res, performance.now() - startedAt));
    const availability = await available(port, asksForPage(req));
    if (res.destroyed) return;
    if ('failure' in availability) {
      this.#sendFailure(req, res, availability.failure);
      return;
    }
    const { backend, actual } = availability;
    // An upgrade lasts as long as its connection.
    (isUpgrade ? req.socket : res).once('close', backend.begin());
    await forward(req, res, { port: actual, reloads: reload !== undefined, isUpgrade });
  }

  #sendFailure(req: IncomingMessage, res: ServerResponse, failure: ErrorReport): void {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const isBrowser = req.headers.accept?.includes('text/html') === true;
    const tag = this.#options.reload !== undefined && asksForPage(req) ? RELOAD_TAG : '';
    const isShown = isLocalClient(req);
    const text = isShown ? errorText(failure, false) : 'The application has failed.\n';
    const [type, body] =
      isShown && isBrowser ? ['text/html', errorPage(failure, true) + tag] : ['text/plain', text];
    req.resume();
    // Sets the reason phrase, because that of an invalid response is still there.
    res.writeHead(500, STATUS_CODES[500], {
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

/** A failure that was not thrown by the application. */
export function failureOf(message: string): ErrorReport {
  const nothing = { code: undefined, frames: [], snippet: undefined, causes: [], request: undefined };
  return { name: 'Error', message, ...nothing };
}
