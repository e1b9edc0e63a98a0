import { connect } from 'node:net';
import { withoutDate } from './response.mjs';

/**
 * Requests that are sent in one go, and what must come back.
 *
 * @typedef {object} Batch
 * @property {readonly Buffer[]} pieces Each is written in a turn of the event loop of its own.
 * @property {number} requests
 * @property {string} answer All of it, without dates.
 * @property {number} length Of the answer, in bytes.
 * @property {boolean} closes Whether the server closes the connection behind it: then the next batch has a new one.
 */

// Read into, then looked at, before anything else is read: all connections share it.
const buffer = Buffer.allocUnsafeSlow(1 << 18);

/**
 * Connections that ask in a closed loop: a batch, its whole answer, the next batch. In the measured part the answers'
 * bytes are counted and nothing else is done to them, so that the load costs less than what it measures.
 */
export class Traffic {
  #batches;
  /** @type {Connection[]} */
  #connections = [];
  /** Requests that may still be sent. */
  #left = 0;
  #port = 0;
  #busy = 0;
  #checking = false;
  /** @type {() => void} */
  #settled = () => {};
  /** @type {(error: Error) => void} */
  #failed = () => {};

  /** @param {readonly Batch[]} batches A cycle; every connection begins at another place in it. */
  constructor(batches) {
    this.#batches = batches;
  }

  /** @param {number} port @param {number} count */
  async open(port, count) {
    this.#port = port;
    this.#connections = Array.from({ length: count }, (_, index) => ({
      place: index % this.#batches.length,
      socket: undefined,
      batch: undefined,
      length: 0,
      text: '',
    }));
    await new Promise((resolve, reject) => {
      let missing = count;
      this.#failed = reject;
      const opened = () => {
        if (--missing === 0) resolve(undefined);
      };
      for (const connection of this.#connections) this.#connect(connection, opened);
    });
  }

  close() {
    this.#failed = () => {};
    for (const { socket } of this.#connections) socket?.destroy();
  }

  /**
   * Sends at least so many requests, over all connections.
   *
   * @param {number} requests
   * @param {boolean} checking Whether every byte of the answers is compared.
   * @returns {Promise<number>} how many it were
   */
  run(requests, checking) {
    return new Promise((resolve, reject) => {
      this.#left = requests;
      this.#checking = checking;
      this.#busy = this.#connections.length;
      this.#settled = () => resolve(requests - this.#left);
      this.#failed = reject;
      for (const connection of this.#connections) this.#next(connection);
    });
  }

  /** @param {Connection} connection @param {() => void} opened */
  #connect(connection, opened) {
    const socket = connect({
      port: this.#port,
      host: '127.0.0.1',
      onread: {
        buffer,
        callback: (length) => {
          this.#read(connection, length);
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
    socket.on('close', () => failed(new Error('the server closed a connection')));
  }

  /** @param {Connection} connection */
  #next(connection) {
    if (this.#left <= 0) {
      if (--this.#busy === 0) this.#settled();
      return;
    }
    const batch = this.#batches[connection.place];
    if (batch === undefined || connection.socket === undefined) throw new Error('nothing is open');
    connection.place = (connection.place + 1) % this.#batches.length;
    connection.batch = batch;
    connection.length = 0;
    connection.text = '';
    this.#left -= batch.requests;
    send(connection.socket, batch.pieces, 0);
  }

  /** @param {Connection} connection @param {number} length */
  #read(connection, length) {
    const { batch } = connection;
    if (batch === undefined) return this.#failed(new Error('the server spoke first'));
    if (connection.length === 0 && buffer[0] !== 0x48)
      return this.#failed(new Error('an answer without HTTP'));
    if (this.#checking) connection.text += buffer.toString('latin1', 0, length);
    connection.length += length;
    if (connection.length < batch.length) return;
    if (connection.length > batch.length) return this.#failed(new Error('an answer is too long'));
    if (this.#checking && withoutDate(connection.text) !== batch.answer) {
      return this.#failed(new Error(`an answer is wrong:\n${connection.text}\nand not:\n${batch.answer}`));
    }
    if (!batch.closes) return this.#next(connection);
    connection.socket?.destroy();
    this.#connect(connection, () => this.#next(connection));
  }
}

/** @param {import('node:net').Socket} socket @param {readonly Buffer[]} pieces @param {number} index */
function send(socket, pieces, index) {
  const piece = pieces[index];
  if (piece === undefined) return;
  socket.write(piece);
  if (index + 1 < pieces.length) setImmediate(send, socket, pieces, index + 1);
}

/**
 * @typedef {object} Connection
 * @property {import('node:net').Socket | undefined} socket
 * @property {number} place In the cycle, of the next batch.
 * @property {Batch | undefined} batch Under way.
 * @property {number} length Read of its answer.
 * @property {string} text Of it, when it is checked.
 */
