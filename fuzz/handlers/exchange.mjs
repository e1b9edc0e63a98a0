// One exchange: requests on one connection, each with the program of its handler, and how the client behaves.
import { connect } from 'node:net';
import { HandlerLog } from './log.mjs';
import { runProgram } from './program.mjs';

export { generateExchange } from './exchange-grammar.mjs';
export { simplifications } from './simplification.mjs';

/**
 * @typedef {object} PlannedRequest
 * @property {string} text The whole request, in latin1.
 * @property {import('./program.mjs').Program} program
 *
 * @typedef {object} Exchange
 * @property {PlannedRequest[]} requests Sent one behind the other.
 * @property {number[]} cuts Where the bytes are cut into writes: each is sent when all before it has come to rest.
 * @property {number} pause Virtual milliseconds between two writes.
 * @property {'fin' | 'destroy' | 'wait'} farewell What the client does when it has sent everything: ends its side,
 * leaves, or waits for what comes.
 * @property {number} patience Virtual milliseconds before it does so.
 */

/** Virtual milliseconds after which every program has done what it wants to do. */
const longEnough = 1_000;

/**
 * Runs an exchange against a server, alone in its process: it takes what nobody catches meanwhile.
 *
 * @param {import('node:http').Server} server that listens, without a `'request'` listener
 * @param {Exchange} exchange
 * @returns {Promise<string[]>} all that was observed, in lines
 */
export async function observeExchange(server, exchange) {
  const log = new HandlerLog();
  /** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
  const handle = (req, res) => {
    const index = log.dispatched.length;
    log.note(`${index} request`, `${req.method} ${req.url}`);
    runProgram(exchange.requests[index]?.program ?? unplanned, req, res, log);
  };
  const release = catchAll(log);
  server.on('request', handle);
  const client = new Client(server, log);
  try {
    await client.connected;
    play(exchange, client, log);
    await log.stage.play();
    client.leave();
    await log.stage.rest();
    log.settle();
  } finally {
    server.off('request', handle);
    server.closeAllConnections();
    await log.stage.rest();
    release();
  }
  return [`answer: ${client.answer()}`, `connection: ${client.fate}`, ...log.lines()];
}

/** For a request that the client didn't mean to send. @type {import('./program.mjs').Program} */
const unplanned = [['call', 'res', 'end', 'unplanned']];

/** Puts the client's part on the stage. @param {Exchange} exchange @param {Client} client @param {HandlerLog} log */
function play({ requests, cuts, pause, farewell, patience }, client, { stage }) {
  const bytes = requests.map(({ text }) => text).join('');
  let time = 0;
  let from = 0;
  for (const to of [...cuts.filter((cut) => cut > 0 && cut < bytes.length), bytes.length]) {
    const part = bytes.slice(from, to);
    stage.later(time, () => client.send(part));
    from = to;
    time += pause;
  }
  if (farewell === 'fin') stage.later(time - pause + patience, () => client.end());
  if (farewell === 'destroy') stage.later(time - pause + patience, () => client.leave());
  // What waits for an event may come late; nothing waits longer than this.
  stage.later(longEnough, () => {});
}

/** The exchange's only client. */
class Client {
  /** What became of the connection, as the client saw it before it left. */
  fate = 'open';
  #answer = '';
  #left = false;

  /** @param {import('node:http').Server} server @param {HandlerLog} log */
  constructor(server, log) {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    this.connected = new Promise((resolve) => this.socket.on('connect', resolve));
    this.socket.setEncoding('latin1').on('data', (/** @type {string} */ text) => {
      log.stage.touch();
      if (!this.#left) this.#answer += text;
    });
    this.socket.on('end', () => this.#settle('ended', log));
    this.socket.on('error', () => this.#settle('reset', log));
    this.socket.on('close', () => this.#settle('closed', log));
  }

  /** @param {string} text */
  send(text) {
    if (this.socket.writable) this.socket.write(text, 'latin1');
  }

  end() {
    this.socket.end();
  }

  leave() {
    this.#left = true;
    this.socket.destroy();
  }

  /** What came, with the dates of Node masked. */
  answer() {
    return JSON.stringify(
      this.#answer.replace(/\r\nDate: \w{3}, \d\d \w{3} (?!1970)[^\r]+/g, '\r\nDate: now'),
    );
  }

  /** @param {string} fate @param {HandlerLog} log */
  #settle(fate, log) {
    log.stage.touch();
    if (!this.#left && this.fate === 'open') this.fate = fate;
  }
}

/** Takes what nobody catches. @param {HandlerLog} log @returns {() => void} gives it back */
function catchAll(log) {
  /** @param {unknown} error */
  const uncaught = (error) => log.uncaught('uncaught', error);
  /** @param {unknown} error */
  const unhandled = (error) => log.uncaught('unhandled', error);
  const others = ['uncaughtException', 'unhandledRejection'].map(
    (event) =>
      /** @type {const} */ ([
        event,
        /** @type {((...args: any[]) => void)[]} */ (process.listeners(/** @type {any} */ (event))),
      ]),
  );
  for (const [event] of others) process.removeAllListeners(event);
  process.on('uncaughtException', uncaught);
  process.on('unhandledRejection', unhandled);
  return () => {
    process.off('uncaughtException', uncaught);
    process.off('unhandledRejection', unhandled);
    for (const [event, listeners] of others) for (const listener of listeners) process.on(event, listener);
  };
}
