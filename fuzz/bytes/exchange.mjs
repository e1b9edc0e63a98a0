import { isSettled } from '../settled.mjs';
import { partsOf } from './case.mjs';
import { Client } from './client.mjs';
import { atOnce, readAsFed, readNatively, readNativelyBehind } from './delivery.mjs';
import { Outflow } from './outflow.mjs';
import { Witness } from './witness.mjs';

/**
 * @typedef {import('./case.mjs').FuzzCase} FuzzCase
 * @typedef {import('./target.mjs').Target} Target
 * @typedef {import('node:net').Socket} Socket
 *
 * What one server made of a case. Everything that has no order among itself stands in a place of its own.
 * @typedef {object} Observation
 * @property {string[]} rests What the client had, whenever the exchange came to rest.
 * @property {string} bytes What it received, without the date.
 * @property {string[]} server The server's events.
 * @property {string[]} socket The events of the server's socket.
 * @property {unknown[]} requests
 * @property {string[]} strays Uncaught errors; where several exchanges went on, of any of them.
 *
 * @typedef {import('./delivery.mjs').Delivery} Delivery
 */

/** Turns of the event loop without a sign of life after which an exchange that has nothing to wait for is at rest. */
const quietTurns = 3;

/** Milliseconds without a sign of life after which an exchange is at rest even though bytes are under way: nobody reads them. */
const stallTime = 25;

/** Turns of the event loop with the same outlook that it takes as well. */
const stallTurns = 12;

/** Milliseconds in which a connection comes about. */
const connectTime = 5_000;

/** Rounds of answers after which no more are given: a handler that asks again and again. */
const mostRounds = 40;

/** One case on one server: sends its parts, each when the one before it has come to rest, and notes what happens. */
export class Exchange {
  /** Handlers that go on within a few turns of the event loop. */
  busy = 0;
  /** The server's. @type {Socket | undefined} */
  socket;
  /** @type {Witness[]} */
  witnesses = [];
  /** @type {string[]} */
  serverLog = [];
  /** @type {string[]} */
  socketLog = [];
  /** Errors that nobody caught while it went on. @type {string[]} */
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

  /** Something happened: the exchange is not at rest. */
  touch() {
    this.#signs++;
  }

  /** Whether Node's parser is to be fed by its listener for `'data'` at first. */
  get readsInScript() {
    const { nativeFrom } = this.#delivery;
    return nativeFrom !== 0 && nativeFrom !== 'around';
  }

  /** Whether it then reads natively behind the first chunk. */
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
  witness(req, res) {
    this.touch();
    const witness = new Witness(this, this.witnesses.length, req, res);
    this.witnesses.push(witness);
    return witness;
  }

  /** Calls back after so many rounds. @param {number} rounds @param {() => void} go */
  await(rounds, go) {
    this.#waiting.push({ rounds, go });
  }

  /** Lets the exchange go on if it is at rest. @returns {boolean} whether it is over */
  turn() {
    // What is withheld is sent meanwhile: time-outs strike behind it.
    if (!this.#atRest() || this.#release() || performance.now() < this.#patientUntil) return false;
    this.#rests.push(
      `${this.#client.received} bytes, ${this.#client.fate}, ${this.witnesses.length} requests`,
    );
    this.touch();
    return this.#script.next().done === true;
  }

  /** Whether the server has let go of the connection. */
  get over() {
    return this.socket?.closed === true;
  }

  /** Octets that the client has sent. */
  get sent() {
    return this.#client.sent;
  }

  /** Whether it has not read all that was sent. */
  get leavesUnread() {
    return this.#client.sent > (this.socket?.bytesRead ?? 0);
  }

  /** Everything that was seen so far: what comes later, as the server is closed, belongs to nobody. @returns {Observation} */
  observe() {
    this.#target.exchange = undefined;
    return {
      rests: this.#rests,
      bytes: this.#client.text.replace(dates, 'Date: *'),
      server: [...this.serverLog],
      socket: [...this.socketLog],
      requests: this.witnesses.map((witness) => witness.report()),
      strays: [...this.strays],
    };
  }

  /** What happens, step by step: each step begins when the one before it has come to rest. */
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
    if (!rush) yield* this.#answers();
    if (patience > 0) {
      this.#patientUntil = performance.now() + patience;
      yield;
    }
    this.#end(ending);
    yield;
    yield* this.#answers();
    this.#client.reset();
    yield;
    yield* this.#answers();
  }

  /** Rounds, until no handler waits for one. */
  *#answers() {
    for (let rounds = 0; rounds < mostRounds && this.#waiting.length > 0; rounds++) {
      this.#round();
      yield;
    }
  }

  /** Lets the handlers go on whose time has come, in the order of their requests. */
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

  /** Sends what was withheld, once no response is pending. @returns {boolean} whether it did */
  #release() {
    const isFirst = !this.#outflow.isReleased;
    const { _paused: isStopped = false } = /** @type {{ _paused?: boolean }} */ (this.socket ?? {});
    const hasSent = this.#outflow.release(() => this.witnesses.some(({ pending }) => pending), isStopped);
    const now = performance.now();
    if (hasSent && this.#patientUntil > now) this.#patientUntil = now + this.fuzzCase.patience;
    const { nativeFrom } = this.#delivery;
    if (!hasSent || !isFirst || this.socket === undefined) return hasSent;
    if (nativeFrom === 'around') readAsFed(this.socket);
    if (nativeFrom === 'around' || nativeFrom === 'released') readNativelyBehind(this.socket, 1);
    return true;
  }

  /** @param {FuzzCase['ending']} ending */
  #end(ending) {
    if (ending === 'reset') this.#client.reset();
    if (ending === 'fin') this.#outflow.end();
  }

  #atRest() {
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
