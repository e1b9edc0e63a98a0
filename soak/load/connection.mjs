import net from 'node:net';
import tls from 'node:tls';
import { secureClient } from '../pre-shared-key.mjs';
import { AnswerReader } from './answer-reader.mjs';

/**
 * What a request may come to: an answer, or none because its client or its handler means it so; `any` for what may be
 * answered, but needn't.
 *
 * @typedef {'answer' | 'any' | 'none'} Fate
 *
 * @typedef {object} Due
 * @property {number} id
 * @property {string} kind
 * @property {number} status
 * @property {number} length of the answer's body
 * @property {boolean} head Whether the method is HEAD.
 * @property {Fate} fate
 *
 * @typedef {object} World
 * @property {import('./ledger.mjs').Ledger} ledger
 * @property {number} port of the server that takes connections now
 * @property {boolean} secure
 */

/** Milliseconds without a byte after which an answer is missing. */
const patience = 30_000;

/** Answers after which what was due is forgotten, so that a long connection stays small. */
const forgetful = 1_000;

/** One connection, and the answers that are due on it. */
export class Connection {
  /** What came after an upgrade. */
  through = Buffer.alloc(0);
  closed = false;
  #world;
  #name;
  #port;
  #reader;
  /** @type {Due[]} */
  #due = [];
  #first = 0;
  /** Answers that must come. */
  #owed = 0;
  #left = false;
  /** @type {(() => void)[]} */
  #waiting = [];
  #lastByte = Date.now();

  /** @param {World} world @param {string} name of the load it belongs to */
  constructor(world, name) {
    this.#world = world;
    this.#name = name;
    this.#port = world.port;
    world.ledger.connections++;
    const options = { port: world.port, host: '127.0.0.1' };
    this.socket = world.secure ? tls.connect({ ...options, ...secureClient }) : net.connect(options);
    this.ready = new Promise((resolve) => {
      this.socket.once(world.secure ? 'secureConnect' : 'connect', resolve).once('close', resolve);
    });
    this.#reader = new AnswerReader({
      told: (answer) => this.#settle(answer),
      bodiless: () => this.#due[this.#first]?.head === true,
      through: (bytes) => {
        this.through = Buffer.concat([this.through, bytes]);
        this.#wake();
      },
    });
    this.socket.on('data', (bytes) => {
      this.#lastByte = Date.now();
      if (!this.#left) this.#reader.read(bytes);
      if (this.#reader.broken) this.#fault('unasked', 'what came is no answer');
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => this.#close());
  }

  /** Whether its server is being closed, and may have closed this connection for being idle. */
  get excused() {
    return this.#port !== this.#world.port;
  }

  /** Whether an answer that must come hasn't. */
  get owed() {
    return this.#owed > 0;
  }

  /** A new request's id. @param {string} kind @param {{ status?: number, length?: number, head?: boolean, fate?: Fate }} [answer] */
  expect(kind, { status = 200, length = 0, head = false, fate = 'answer' } = {}) {
    const { ledger } = this.#world;
    const id = ledger.nextId();
    ledger.asked++;
    if (fate === 'answer') this.#owed++;
    this.#due.push({ id, kind, status, length: head ? 0 : length, head, fate });
    return id;
  }

  /** Everything is answered, or the connection has closed, or patience is over. */
  async answered() {
    while (!this.closed && this.owed) await this.#event();
  }

  /** @param {() => boolean} condition */
  async until(condition) {
    while (!this.closed && !condition()) await this.#event();
  }

  /** The server has closed the connection. */
  async end() {
    while (!this.closed) await this.#event();
  }

  /** Leaves, whatever is still due. @param {'destroy' | 'reset'} [way] */
  leave(way = 'destroy') {
    this.#left = true;
    if (way === 'reset') this.socket.resetAndDestroy();
    else this.socket.destroy();
    this.#close();
  }

  /** @param {import('./answer-reader.mjs').Answer} answer */
  #settle({ status, id, length, right }) {
    const due = this.#due[this.#first];
    if (due === undefined || due.fate === 'none') {
      this.#fault('unasked', `status ${status}, id ${id}, which nobody asked for`);
      return;
    }
    this.#first++;
    if (due.fate === 'answer') this.#owed--;
    if (this.#first === forgetful) {
      this.#due = this.#due.slice(forgetful);
      this.#first = 0;
    }
    const own = (Number.isNaN(id) && status !== 200) || id === due.id;
    if (own && status === due.status && length === due.length && right) this.#world.ledger.answered++;
    else {
      const got = `status ${status}, id ${id}, ${length} bytes${right ? '' : ' of another'}`;
      this.#fault(
        'order',
        `${got}, where ${due.status}, ${due.id} of ${due.kind}, ${due.length} bytes was due`,
      );
    }
    this.#wake();
  }

  /** An answer, a byte, or the end. */
  async #event() {
    const timer = setTimeout(() => this.#lose(), patience - (Date.now() - this.#lastByte) + 1);
    await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
    clearTimeout(timer);
  }

  #lose() {
    if (Date.now() - this.#lastByte < patience) return this.#wake();
    const due = this.#due[this.#first];
    this.#fault(
      'missing',
      `nothing for ${patience / 1000} s, with ${this.#due.length - this.#first} due: ${due?.kind} ${due?.id}`,
    );
    return this.leave();
  }

  #close() {
    if (this.closed) return;
    this.closed = true;
    const { ledger } = this.#world;
    const left = this.#due.slice(this.#first);
    const missing = this.#owed;
    this.#due = [];
    this.#first = 0;
    this.#owed = 0;
    if (this.#left || missing === 0) ledger.forgone += left.length;
    else if (this.excused) this.#excuse(left.length);
    else {
      const within = this.#reader.within ? ', within an answer' : '';
      this.#fault('missing', `closed with ${missing} due, first ${left[0]?.kind} ${left[0]?.id}${within}`);
    }
    this.#wake();
  }

  /** @param {number} count of requests that a closing server leaves unanswered */
  #excuse(count) {
    this.#world.ledger.excused += count;
    if (this.#reader.within) this.#world.ledger.torn++;
  }

  #wake() {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** @param {'order' | 'missing' | 'unasked'} kind @param {string} text */
  #fault(kind, text) {
    this.#world.ledger.fault(kind, `${this.#name}: ${text}`);
    if (!this.#left) this.leave();
  }
}
