import { describeError, headOf, requestStateOf, responseStateOf, socketStateOf } from './snapshot.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('./plan.mjs').Delay} Delay
 */

/** Of requests of the lane (docs/decisions/0015-read-buffer.md). */
const joinsBody = Symbol.for('nextpress.joinsBody');

const requestEvents = ['end', 'close', 'error', 'aborted', 'pause', 'resume', 'timeout'];
const responseEvents = [
  'prefinish',
  'finish',
  'close',
  'error',
  'drain',
  'pipe',
  'unpipe',
  'socket',
  'timeout',
];

/** Records the events of one request and its response in separate logs, because events of different objects have no order. */
export class Recorder {
  /** Of the request. @type {string[]} */
  requestLog = [];
  /** Of the response. @type {string[]} */
  responseLog = [];
  /** Of the response's turn: it comes when the one before is over, whatever happens to this one meanwhile. @type {string[]} */
  turnLog = [];
  /** What was read of the body, one character per byte. */
  body = '';
  /** @type {Record<string, unknown>} */
  #moments = {};
  #exchange;
  #probe;

  /**
   * @param {import('./exchange.mjs').Exchange} exchange
   * @param {number} index
   * @param {Request} req
   * @param {Response} res
   */
  constructor(exchange, index, req, res) {
    this.#exchange = exchange;
    this.#probe = exchange.fuzzCase.probe;
    this.index = index;
    this.req = req;
    this.res = res;
    const { events, head } = this.#probe;
    if (head) this.#moments.head = headOf(req);
    // In every second case bodies will be joined: what comes must be the same.
    if (exchange.fuzzCase.cuts.length % 2 === 1 && joinsBody in req)
      Object.assign(req, { [joinsBody]: true });
    this.#look('start');
    if (events) this.#listen();
  }

  /** Records the state if the case says so. @param {string} moment */
  #look(moment) {
    const { req, res } = this;
    const { state, socket } = this.#probe;
    if (state) this.#moments[moment] = { req: requestStateOf(req, res), res: responseStateOf(res) };
    if (socket) this.#moments[`${moment} sockets`] = socketStateOf(req, res, this.#exchange.socket);
  }

  #listen() {
    const { req, res } = this;
    for (const event of requestEvents) {
      req.on(event, (value) => {
        const { complete, aborted, destroyed, readableEnded } = req;
        const facts = { aborted, destroyed, readableEnded };
        // A tick decides whether the message has ended when its stream goes on: Node's own ways of reading differ in it.
        const isTick = event === 'pause' || event === 'resume';
        // And where handlers go on in ticks, it comes before or after a tick of theirs.
        if (isTick && !this.#probe.facts) return;
        this.#note(this.requestLog, event, value, isTick ? facts : { complete, ...facts });
      });
    }
    for (const event of responseEvents) {
      if (event === 'socket' && !this.#probe.facts) continue;
      res.on(event, (value) => {
        const { headersSent, writableEnded, writableFinished, destroyed, closed } = res;
        this.#note(event === 'socket' ? this.turnLog : this.responseLog, event, value, {
          headersSent,
          writableEnded,
          writableFinished,
          destroyed,
          closed,
        });
      });
    }
  }

  /** @param {string[]} log @param {string} event @param {unknown} value @param {Record<string, boolean>} facts */
  #note(log, event, value, facts) {
    this.#exchange.touch();
    const held = this.#probe.facts ? Object.keys(facts).filter((name) => facts[name]) : [];
    const with_ = value instanceof Error ? ` ${describeError(value)}` : '';
    log.push(`${event}${with_} [${held.join(' ')}]`);
  }

  /** Records a chunk of the body. @param {Buffer} chunk */
  took(chunk) {
    this.#exchange.touch();
    this.body += chunk.toString('latin1');
    if (this.requestLog.at(-1) !== 'data') this.requestLog.push('data');
  }

  /** An error that knows where it comes from, for handlers that throw. @param {string} message */
  error(message) {
    return Object.assign(new Error(message), { recorder: this });
  }

  /** The response emitted an error. @param {Error} error */
  failed(error) {
    this.#exchange.touch();
    this.responseLog.push(`failed ${describeError(error)}`);
  }

  /** An uncaught error. @param {unknown} error */
  uncaught(error) {
    this.#exchange.touch();
    this.responseLog.push(`uncaught ${describeError(error)}`);
  }

  /** Continues later and records errors. @param {Delay} delay @param {() => void} act */
  after(delay, act) {
    const exchange = this.#exchange;
    const go = () => {
      exchange.touch();
      try {
        act();
      } catch (error) {
        this.responseLog.push(`thrown ${describeError(error)}`);
      }
      this.#look('response');
    };
    if (delay === 'now') return go();
    if (typeof delay === 'number') return exchange.await(delay, go);
    exchange.busy++;
    const goAndRest = () => {
      exchange.busy--;
      go();
    };
    if (delay === 'microtask') queueMicrotask(goAndRest);
    else if (delay === 'tick') process.nextTick(goAndRest);
    // In the second turn, whatever phase of the event loop this one is in: then what closes now has closed.
    else setImmediate(() => setImmediate(goAndRest));
  }

  /** Whether the client may still expect the response. */
  get pending() {
    const { writableFinished, destroyed } = this.res;
    // A response destroyed while queued still gets its turn, and then ends the connection or keeps it open forever.
    return !writableFinished && !(destroyed && this.#exchange.socket?.destroyed);
  }

  /** Everything recorded, with the final state. */
  report() {
    const { req, res, body, requestLog, responseLog } = this;
    const last = this.#probe.last
      ? { ...headOf(req), req: requestStateOf(req, res), res: responseStateOf(res) }
      : briefly(req, res);
    return {
      ...this.#moments,
      last,
      'last sockets': socketStateOf(req, res, this.#exchange.socket),
      body,
      requestLog: [...requestLog],
      responseLog: [...responseLog],
      turns: this.turnLog.length,
    };
  }
}

/** @param {Request} req @param {Response} res */
function briefly(
  { method, url, rawHeaders, complete, aborted },
  { statusCode, headersSent, writableFinished, destroyed },
) {
  return { method, url, rawHeaders, complete, aborted, statusCode, headersSent, writableFinished, destroyed };
}
