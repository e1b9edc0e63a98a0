import http from 'node:http';
import https from 'node:https';
import { arrangements } from './arrangements.mjs';
import { Client } from './client.mjs';
import { readInScript } from './delivery.mjs';
import { hastyInterval } from './exemption.mjs';
import { runPlan } from './plan.mjs';
import { preShared } from './pre-shared-key.mjs';
import { describeError, headOf } from './snapshot.mjs';

/**
 * @typedef {import('node:http').Server} Server
 * @typedef {import('node:stream').Duplex} Duplex
 * @typedef {import('./exchange.mjs').Exchange} Exchange
 * @typedef {(server: Server) => Server} Wrap what is done to a server before it listens
 */

/** After so many the lane lets Node begin. */
const briefConnections = 32;

/** A listening server for one exchange at a time, so that every event belongs to that exchange. */
export class Target {
  /** @type {Exchange | undefined} */
  exchange;
  port = 0;

  /** @param {string} name of the arrangement @param {boolean} secure @param {Wrap} [wrap] @param {boolean} [hasty] It looks after its connections all the time. */
  constructor(name, secure, wrap, hasty = false) {
    const { options: usual = {}, settings = {}, listeners = [] } = arrangements[name] ?? unknown(name);
    const options = hasty ? { ...usual, connectionsCheckingInterval: hastyInterval } : usual;
    /** @type {import('node:http').RequestListener} */
    const listener = (req, res) => this.#serve('request', req, res);
    const made = secure
      ? https.createServer({ ...options, ...preShared.server }, listener)
      : http.createServer(options, listener);
    this.secure = secure;
    this.wrapped = wrap !== undefined;
    Object.assign(made, settings);
    this.server = wrap === undefined ? made : wrap(made);
    const event = secure ? 'secureConnection' : 'connection';
    this.server.on(event, (socket) => this.exchange?.accept(socket));
    if (!this.wrapped) {
      this.server.prependListener(event, (socket) => {
        if (this.exchange?.readsInScript) readInScript(socket, this.exchange.isFed ? 1 : undefined);
      });
    }
    for (const event of listeners) this.#add[event](this.server);
  }

  async listen() {
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const address = this.server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
    return this;
  }

  /** Connections that are over with their only request: as many as make the lane expect more of the kind. */
  async comeAndGo() {
    const clients = Array.from({ length: briefConnections }, () => new Client(this, () => {}));
    await Promise.all(
      clients.map(
        ({ socket }) =>
          new Promise((resolve) => {
            socket.on('end', () => socket.destroy()).on('close', resolve);
            socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
          }),
      ),
    );
  }

  close() {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** @param {string} event @param {http.IncomingMessage} req @param {http.ServerResponse} res */
  #serve(event, req, res) {
    const { exchange } = this;
    if (exchange === undefined) return void res.destroy();
    const { plans } = exchange.fuzzCase;
    const recorder = exchange.recorder(req, res);
    exchange.serverLog.push(`${event} ${recorder.index} ${req.method} ${req.url}`);
    const plan = plans[recorder.index % plans.length];
    if (plan !== undefined) runPlan(plan, recorder);
  }

  /** @param {string} text */
  #note(text) {
    this.exchange?.touch();
    this.exchange?.serverLog.push(text);
  }

  /** @param {string} event @param {http.IncomingMessage} req @param {Duplex} socket @param {Buffer} head */
  #switch(event, req, socket, head) {
    this.#note(`${event} ${JSON.stringify(headOf(req))} ${head.toString('latin1')}`);
    socket.on('error', (error) => this.#note(`switched ${describeError(error)}`));
    socket.on('data', (chunk) => {
      this.exchange?.touch();
      socket.write(chunk);
    });
    socket.on('end', () => socket.end('bye'));
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    if (head.length > 0) socket.write(head);
  }

  /** @param {Error & { code?: string, bytesParsed?: number, rawPacket?: Buffer, reason?: string }} error @param {Duplex} socket */
  #noteClientError(error, socket) {
    const { rawPacket, reason } = error;
    // Counted from the chunk's begin, of which the lane may have served a part; and after the first error it is the
    // distance between two buffers.
    const { serverLog = [] } = this.exchange ?? {};
    const bytesParsed = serverLog.length === 0 ? error.bytesParsed : undefined;
    const own = socket === this.exchange?.socket;
    const facts = { bytesParsed, packet: rawPacket !== undefined, reason, own, writable: socket.writable };
    this.#note(`clientError ${describeError(error)} ${JSON.stringify(facts)}`);
  }

  /** @type {Record<import('./arrangements.mjs').ListenerName, (server: Server) => void>} */
  #add = {
    clientErrorRespond: (server) =>
      server.on('clientError', (error, socket) => {
        this.#noteClientError(error, socket);
        if (!('code' in error && error.code === 'ECONNRESET') && socket.writable) {
          socket.end('HTTP/1.1 400 Bad Request\r\nX-Heard: yes\r\n\r\n');
        }
      }),
    clientErrorDestroy: (server) =>
      server.on('clientError', (error, socket) => {
        this.#noteClientError(error, socket);
        socket.destroy();
      }),
    clientErrorSilent: (server) =>
      server.on('clientError', (error, socket) => this.#noteClientError(error, socket)),
    upgrade: (server) =>
      server.on('upgrade', (req, socket, head) => this.#switch('upgrade', req, socket, head)),
    connect: (server) =>
      server.on('connect', (req, socket, head) => this.#switch('connect', req, socket, head)),
    checkContinue: (server) =>
      server.on('checkContinue', (req, res) => {
        if (req.url?.includes('7')) res.writeContinue();
        this.#serve('checkContinue', req, res);
      }),
    checkExpectation: (server) =>
      server.on('checkExpectation', (req, res) => this.#serve('checkExpectation', req, res)),
    dropRequest: (server) => server.on('dropRequest', (req) => this.#note(`dropRequest ${req.url}`)),
    secondRequest: (server) =>
      server.on('request', (req, res) =>
        this.#note(`second ${req.url} ${res.headersSent} ${res.writableEnded}`),
      ),
    timeout: (server) =>
      server.on('timeout', (socket) => {
        this.#note('timeout');
        socket.destroy();
      }),
  };
}

/** @param {string} name @returns {never} */
function unknown(name) {
  throw new Error(`there is no arrangement "${name}": there are ${Object.keys(arrangements).join(', ')}`);
}
