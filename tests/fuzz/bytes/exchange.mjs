import { isSettled } from '../settled.mjs';
import { partsOf } from './case.mjs';
import { Client } from './client.mjs';
import { atOnce, readAsFed, readNatively, readNativelyAfter } from './delivery.mjs';
import { Outflow } from './outflow.mjs';
import { Recorder } from './recorder.mjs';

/**
 * @typedef {import('./case.mjs').FuzzCase} FuzzCase
 * @typedef {import('./target.mjs').Target} Target
 * @typedef {import('node:net').Socket} Socket
 *
 * What one server did with a case. Events without a defined order are in separate lists.
 * @typedef {object} Observation
 * @property {string[]} rests What the client had received, each time the exchange was idle.
 * @property {string} bytes The received bytes, without the date.
 * @property {string[]} server The server's events.
 * @property {string[]} socket The events of the server's socket.
 * @property {unknown[]} requests
 * @property {string[]} strays Uncaught errors, of any exchange that ran at the time.
 *
 * @typedef {import('./delivery.mjs').Delivery} Delivery
 */

/** Turns of the event loop without activity after which an exchange with nothing pending is idle. */
const quietTurns = 3;

/** Milliseconds without activity after which an exchange is idle although bytes are in transit without a reader. */
const stallTime = 25;

/** Turns of the event loop without a change that are needed as well. */
const stallTurns = 12;

/** Milliseconds in which a connection must be established. */
const connectTime = 5_000;

/** Rounds of responses after which a handler gets no more turns. */
const mostRounds = 40;

/** One case on one server: sends each part when the one before it has been processed, and records what happens. */
export class Exchange {
  /** Handlers that continue within a few turns of the event loop. */
  busy = 0;
  /** The server's. @type {Socket | undefined} */
  socket;
  /** @type {Recorder[]} */
  witnesses = [];
  /** @type {string[]} */
  serverLog = [];
  /** @type {string[]} */
  socketLog = [];
  /** Uncaught errors during the exchange. @type {string[]} */
  strays = [];

  #target;
  #delivery;
  #client;
  #outflow;
  #script;
  /** @type {string[]} */
  #rests = [];
  #signs = 0;
  #outlook = -1;
  #quiet = 0;
  #lastSign = performance.now();
  #silentUntil = 0;
  #patientUntil = 0;
  /** @type {{ rounds: number, go: () => void }[]} */
  #waiting = [];

  /** @param {Target} target @param {FuzzCase} fuzzCase @param {Delivery} [delivery] */
  constructor(target, fuzzCase, delivery = atOnce) {
    this.#target = target;
    this.#delivery = delivery;
    this.fuzzCase = fuzzCase;
    target.exchange = this;
    this.#client = new Client(target, () => this.touch());
    this.#outflow = new Outflow(this.#client, delivery);
    this.#script = this.#play();
  }

  /** Records activity: the exchange is not idle. */
  touch() {
    this.#signs++;
  }

  /** Whether Node's parser is fed by its `'data'` listener at first. */
  get readsInScript() {
    const { nativeFrom } = this.#delivery;
    return nativeFrom !== 0 && nativeFrom !== 'around';
  }

  /** Whether it then reads natively after the first chunk. */
  get isFed() {
    return this.#delivery.nativeFrom === 'fed';
  }

  /** A connection reached the server. @param {Socket} socket */
  accept(socket) {
    this.touch();
    this.socket = socket;
    if (!this.fuzzCase.probe.socket) return;
    for (const event of ['end', 'close', 'error', 'timeout']) {
      socket.on(event, (value) => {
        this.touch();
        this.socketLog.push(value instanceof Error ? `${event} ${value.message}` : `${event} ${value ?? ''}`);
      });
    }
  }

  /** A request reached a handler. @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
  recorder(req, res) {
    this.touch();
    const recorder = new Recorder(this, this.witnesses.length, req, res);
    this.witnesses.push(recorder);
    return recorder;
  }

  /** Calls back after so many rounds. @param {number} rounds @param {() => void} go */
  await(rounds, go) {
    this.#waiting.push({ rounds, go });
  }

  /** Continues the exchange if it is idle. @returns {boolean} Whether it is over. */
  turn() {
    // Withheld bytes are sent first, and timeouts fire after them.
    if (!this.#isIdle() || this.#release() || performance.now() < this.#patientUntil) return false;
    this.#rests.push(
      `${this.#client.received} bytes, ${this.#client.fate}, ${this.witnesses.length} requests`,
    );
    this.touch();
    return this.#script.next().done === true;
  }

  /** Whether the server has released the connection. */
  get over() {
    return this.socket?.closed === true;
  }

  /** Bytes that the client has sent. */
  get sent() {
    return this.#client.sent;
  }

  /** Whether the server has left bytes unread. */
  get leavesUnread() {
    return this.#client.sent > (this.socket?.bytesRead ?? 0);
  }

  /** Everything observed so far; later events are caused by closing the server. @returns {Observation} */
  observe() {
    this.#target.exchange = undefined;
    return {
      rests: this.#rests,
      bytes: this.#client.text.replace(dates, 'Date: *'),
      server: [...this.serverLog],
      socket: [...this.socketLog],
      requests: this.witnesses.map((recorder) => recorder.report()),
      strays: [...this.strays],
    };
  }

  /** The steps of the client: each starts when the exchange is idle after the one before it. */
  *#play() {
    const { waits, ending, rush, patience, pace = 0 } = this.fuzzCase;
    const parts = partsOf(this.fuzzCase);
    for (const [index, part] of parts.entries()) {
      for (let wait = waits[index] ?? 0; wait > 0; wait--) {
        this.#round();
        yield;
      }
      if (this.#client.over) break;
      this.#send(part, index);
      this.#silentUntil = performance.now() + pace;
      if (!rush || index < parts.length - 1) yield;
    }
    if (!rush) yield* this.#respond();
    if (patience > 0) {
      this.#patientUntil = performance.now() + patience;
      yield;
    }
    this.#end(ending);
    yield;
    yield* this.#respond();
    this.#client.reset();
    yield;
    yield* this.#respond();
  }

  /** Rounds of responses, until no handler waits for one. */
  *#respond() {
    for (let rounds = 0; rounds < mostRounds && this.#waiting.length > 0; rounds++) {
      this.#round();
      yield;
    }
  }

  /** Continues the handlers whose time has come, in the order of their requests. */
  #round() {
    const waiting = this.#waiting.map(({ rounds, go }) => ({ rounds: rounds - 1, go }));
    this.#waiting = waiting.filter(({ rounds }) => rounds > 0);
    for (const { rounds, go } of waiting) if (rounds <= 0) go();
  }

  /** @param {string} part @param {number} index */
  #send(part, index) {
    const { fedFrom = Number.POSITIVE_INFINITY, nativeFrom } = this.#delivery;
    if (index >= fedFrom) readAsFed(this.socket);
    else if (nativeFrom === 'release' ? this.#outflow.isReleased : index >= Number(nativeFrom))
      readNatively(this.socket);
    this.#outflow.send(part);
  }

  /** Sends withheld bytes once no response is pending. @returns {boolean} Whether it has sent any. */
  #release() {
    const isFirst = !this.#outflow.isReleased;
    const { _paused: isStopped = false } = /** @type {{ _paused?: boolean }} */ (this.socket ?? {});
    const hasSent = this.#outflow.release(() => this.witnesses.some(({ pending }) => pending), isStopped);
    const now = performance.now();
    if (hasSent && this.#patientUntil > now) this.#patientUntil = now + this.fuzzCase.patience;
    const { nativeFrom } = this.#delivery;
    if (!hasSent || !isFirst || this.socket === undefined) return hasSent;
    if (nativeFrom === 'around') readAsFed(this.socket);
    if (nativeFrom === 'around' || nativeFrom === 'released') readNativelyAfter(this.socket, 1);
    return true;
  }

  /** @param {FuzzCase['ending']} ending */
  #end(ending) {
    if (ending === 'reset') this.#client.reset();
    if (ending === 'fin') this.#outflow.end();
  }

  #isIdle() {
    const { socket } = this;
    const read = socket?.bytesRead ?? 0;
    const outlook = this.#signs + read + (socket?.bytesWritten ?? 0) + this.#client.received + this.busy;
    if (outlook !== this.#outlook) {
      this.#outlook = outlook;
      this.#quiet = 0;
      this.#lastSign = performance.now();
      return false;
    }
    if (++this.#quiet < quietTurns || this.busy > 0) return false;
    if (performance.now() < this.#silentUntil) return false;
    if (isSettled(this.#client, socket)) return true;
    const patience = this.#client.ready && socket !== undefined ? stallTime : connectTime;
    return this.#quiet >= stallTurns && performance.now() - this.#lastSign > patience;
  }
}

const dates = /Date: [A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/g;
