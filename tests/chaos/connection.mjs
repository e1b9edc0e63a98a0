import { connect } from 'node:net';
import { InvalidResponse, ResponseReader } from './response-reader.mjs';

/** Milliseconds for a response. Longer than what is allowed for recovery, so that a lost response counts as a failure. */
const PATIENCE = 20_000;

/**
 * What a request has led to: a complete response, bytes that are none, or the error with which the connection ended.
 *
 * @typedef {{ response: import('./response-reader.mjs').Response } | { invalid: string } | { broken: string }} Outcome
 */

/** A connection of a client, which may send requests before it has the responses to earlier ones. */
export class Connection {
  #reader = new ResponseReader();
  /** @type {((outcome: Outcome) => void)[]} */
  #pending = [];
  #reason = 'ended by the server';
  #isOpen = true;
  /** What the server has sent without a request. @type {string | undefined} */
  unsolicited;

  /** @param {number} port */
  constructor(port) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.setTimeout(PATIENCE, () => this.#end(`no response in ${PATIENCE} ms`));
    this.socket.on('data', (bytes) => this.#read(bytes));
    this.socket.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      this.#reason = error.code ?? error.message;
    });
    this.socket.on('end', () => {
      this.#isOpen = false;
    });
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.on('close', () => this.#settle({ broken: this.#reason }));
  }

  /** Whether another request can be sent. */
  get isOpen() {
    return this.#isOpen;
  }

  /** @param {Buffer} request @returns {Promise<Outcome>} */
  send(request) {
    return new Promise((resolve) => {
      if (this.socket.destroyed) return resolve({ broken: this.#reason });
      this.#pending.push(resolve);
      this.socket.write(request);
    });
  }

  close() {
    this.#end('cut by the client');
  }

  /** Closes with a RST instead of a FIN. */
  reset() {
    this.#reason = 'cut by the client';
    this.#isOpen = false;
    this.socket.resetAndDestroy();
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    try {
      for (const response of this.#reader.read(bytes)) {
        if (response.headers.get('connection') === 'close') this.#isOpen = false;
        const resolve = this.#pending.shift();
        if (resolve === undefined) throw new InvalidResponse(`status ${response.status} without a request`);
        resolve({ response });
      }
    } catch (error) {
      if (!(error instanceof InvalidResponse)) throw error;
      if (this.#pending.length === 0) this.unsolicited = error.message;
      this.#settle({ invalid: error.message });
      this.#end(error.message);
    }
  }

  /** @param {string} reason */
  #end(reason) {
    this.#reason = reason;
    this.#isOpen = false;
    this.socket.destroy();
  }

  /** @param {Outcome} outcome */
  #settle(outcome) {
    this.#isOpen = false;
    for (const resolve of this.#pending.splice(0)) resolve(outcome);
  }
}
