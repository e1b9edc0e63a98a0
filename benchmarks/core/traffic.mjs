import { connect } from 'node:net';
import { createRandom, shuffle } from '@nextpress-internal/bench-kit/statistics';
import { readResponse } from './response.mjs';

/**
 * A raw request, and how to verify its response.
 *
 * @typedef {object} RawExchange
 * @property {Buffer} bytes
 * @property {(response: import('./response.mjs').Response) => void} verify Throws when the response is wrong.
 *
 * @typedef {object} Load
 * @property {number} connections
 * @property {number} pipelining Requests sent at once on each connection.
 * @property {boolean} [fresh] Opens a connection for each request.
 *
 * @typedef {object} Connection
 * @property {import('node:net').Socket | undefined} socket
 * @property {readonly number[]} batch Requests under way, as indexes.
 * @property {number} missing Bytes of their responses.
 * @property {string} text What was read of them, while they are verified.
 */

const H = 0x48;
/** How many random permutations of all requests are sent before the first one is sent again. */
const PERMUTATIONS = 16;
// All connections read into it: each read is handled before the next one.
const buffer = Buffer.allocUnsafeSlow(1 << 18);

/**
 * Closed-loop load: each connection sends a batch, waits for its responses and sends the next one. All connections
 * draw from one random sequence, so that no connection repeats a short cycle.
 *
 * The first responses are read and verified. Later ones are only counted by their length, so that the load costs
 * less than what it measures.
 */
export class Traffic {
  #exchanges;
  #load;
  /** Lengths of the responses; 0 until one was verified. @type {number[]} */
  #lengths;
  /** @type {readonly number[]} */
  #sequence;
  #cursor = 0;
  #port = 0;
  /** @type {Connection[]} */
  #connections = [];
  #isVerifying = false;
  #closes = false;
  #sent = 0;
  #busy = 0;
  /** @type {() => boolean} */
  #isOver = () => true;
  /** @type {() => void} */
  #finished = () => {};
  /** @type {(error: Error) => void} */
  #failed = () => {};

  /** @param {readonly RawExchange[]} exchanges @param {Load} load */
  constructor(exchanges, load) {
    this.#exchanges = exchanges;
    this.#load = load;
    this.#lengths = exchanges.map(() => 0);
    const random = createRandom(2);
    const indexes = exchanges.map((_, index) => index);
    this.#sequence = Array.from({ length: PERMUTATIONS }, () => shuffle(indexes, random)).flat();
  }

  /** @param {number} port */
  async open(port) {
    this.#port = port;
    this.#connections = Array.from({ length: this.#load.connections }, () => ({
      socket: undefined,
      batch: [],
      missing: 0,
      text: '',
    }));
    await new Promise((resolve, reject) => {
      this.#failed = reject;
      let missing = this.#connections.length;
      const opened = () => {
        if (--missing === 0) resolve(undefined);
      };
      for (const connection of this.#connections) this.#connect(connection, opened);
    });
  }

  close() {
    for (const connection of this.#connections) {
      const { socket } = connection;
      // Its `close` event comes later, maybe after the next `open`, and is no failure.
      connection.socket = undefined;
      socket?.destroy();
    }
  }

  /** Sends every request at least once, and verifies the responses. */
  async verify() {
    this.#isVerifying = true;
    this.#cursor = 0;
    await this.#run(() => this.#cursor >= this.#exchanges.length);
    this.#isVerifying = false;
    const missing = this.#lengths.indexOf(0);
    if (missing !== -1) throw new Error(`Request ${missing} was never sent`);
  }

  /** Sends at least this many requests. @param {number} count */
  run(count) {
    return this.#run(() => this.#sent >= count);
  }

  /** Sends requests for a number of seconds. @param {number} seconds @param {number} [most] Requests. */
  runFor(seconds, most = Number.POSITIVE_INFINITY) {
    const end = performance.now() + seconds * 1_000;
    return this.#run(() => performance.now() >= end || this.#sent >= most);
  }

  /** @param {() => boolean} isOver @returns {Promise<number>} the number of requests that were sent and responded to */
  #run(isOver) {
    return new Promise((resolve, reject) => {
      this.#isOver = isOver;
      this.#sent = 0;
      this.#busy = this.#connections.length;
      this.#finished = () => resolve(this.#sent);
      this.#failed = reject;
      for (const connection of this.#connections) this.#send(connection);
    });
  }

  /** @param {Connection} connection */
  #send(connection) {
    if (this.#isOver()) {
      if (--this.#busy === 0) this.#finished();
      return;
    }
    const size = this.#closes ? 1 : this.#load.pipelining;
    const batch = [];
    const parts = [];
    connection.text = '';
    connection.missing = 0;
    for (let place = 0; place < size; place++) {
      const index = Number(this.#sequence[this.#cursor++ % this.#sequence.length]);
      batch.push(index);
      parts.push(/** @type {RawExchange} */ (this.#exchanges[index]).bytes);
      connection.missing += Number(this.#lengths[index]);
    }
    connection.batch = batch;
    this.#sent += size;
    connection.socket?.write(parts.length === 1 ? /** @type {Buffer} */ (parts[0]) : Buffer.concat(parts));
  }

  /** @param {Connection} connection @param {number} length */
  #read(connection, length) {
    if (this.#isVerifying) {
      connection.text += buffer.toString('latin1', 0, length);
      if (!this.#verifyBatch(connection)) return;
    } else {
      if (buffer[0] !== H && connection.text === '') throw new Error('A response without HTTP');
      connection.text = 'read';
      connection.missing -= length;
      if (connection.missing > 0) return;
      if (connection.missing < 0) {
        throw new Error(`Response is ${-connection.missing} bytes longer than the verified one`);
      }
    }
    if (!this.#load.fresh && !this.#closes) {
      this.#send(connection);
      return;
    }
    connection.socket?.destroy();
    this.#connect(connection, () => this.#send(connection));
  }

  /** @param {Connection} connection @returns {boolean} whether all responses of the batch were there */
  #verifyBatch({ batch, text }) {
    let rest = text;
    const responses = [];
    for (const index of batch) {
      const response = readResponse(rest);
      if (response === undefined) return false;
      responses.push({ index, response });
      rest = rest.slice(response.length);
    }
    for (const { index, response } of responses) {
      this.#exchanges[index]?.verify(response);
      this.#lengths[index] = response.length;
      this.#closes ||= response.headers.get('connection')?.toLowerCase() === 'close';
    }
    return true;
  }

  /** @param {Connection} connection @param {() => void} opened */
  #connect(connection, opened) {
    const socket = connect({
      port: this.#port,
      host: '127.0.0.1',
      onread: {
        buffer,
        callback: (length) => {
          try {
            this.#read(connection, length);
          } catch (error) {
            this.#failed(/** @type {Error} */ (error));
          }
          return true;
        },
      },
    });
    connection.socket = socket;
    socket.setNoDelay(true);
    socket.once('connect', opened);
    /** @param {Error} error */
    const failed = (error) => {
      if (connection.socket === socket) this.#failed(error);
    };
    socket.on('error', failed);
    socket.on('close', () => failed(new Error('The server closed a connection under load')));
  }
}
