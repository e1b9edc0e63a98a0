// One exchange: requests on one connection, each with the program of its handler, and how the client behaves.
import { connect } from 'node:net';
import { readAsFed, readNativelyAfter } from '../bytes/delivery.mjs';
import { isSettled } from '../settled.mjs';
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
 * @property {PlannedRequest[]} requests Sent one after the other.
 * @property {number[]} cuts Offsets at which the bytes are split into writes: each is sent when the exchange is idle.
 * @property {number} pause Virtual milliseconds between two writes.
 * @property {'fin' | 'destroy' | 'wait'} farewell What the client does when it has sent everything: ends its side,
 * disconnects, or waits.
 * @property {number} patience Virtual milliseconds before it does so.
 */

/**
 * Lets a server without the lane read its sockets as the lane does. Node's parser usually takes the bytes from the
 * handle itself, and runs ticks between its callbacks, so that the next tick of a handler runs before the body that arrived with
 * the head, or before the next request of the same packet. Once any code listens for
 * `'data'`, as a user may, the ticks run after the packet, as they always do over TLS. Node does not promise their order.
 *
 * @template {import('node:net').Server} S
 * @param {S} server
 */
export function withTicksAfterPackets(server) {
  server.on('connection', (socket) => socket.on('data', () => {}));
  return server;
}

/** Virtual milliseconds after which every program has finished. */
const longEnough = 1_000;

/**
 * Runs an exchange against a server, alone in its process, because it logs uncaught errors.
 *
 * @param {import('node:http').Server} server that listens, without a `'request'` listener
 * @param {Exchange} exchange
 * @param {number} [fedWrite] which of the client's writes Node's parser, that otherwise reads natively, is fed, as where the lane hands
 * a connection over that has come back
 * @returns {Promise<string[]>} all that was observed, in lines
 */
export async function observeExchange(server, exchange, fedWrite) {
  const log = new HandlerLog();
  /** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
  const handle = (req, res) => {
    const index = log.dispatched.length;
    log.note(`${index} request`, `${req.method} ${req.url}`);
    runProgram(exchange.requests[index]?.program ?? unplanned, req, res, log);
  };
  const release = catchAll(log);
  server.on('request', handle);
  /** @type {import('node:net').Socket | undefined} */
  let served;
  server.once('connection', (socket) => {
    served = socket;
    log.stage.settled = () => isSettled(client, socket);
  });
  const client = new Client(server, log);
  try {
    await client.connected;
    play(exchange, client, log, (index) => {
      if (index !== fedWrite || served === undefined) return;
      readAsFed(served);
      readNativelyAfter(served, 1);
    });
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
  return [`response: ${client.response()}`, `connection: ${client.fate}`, ...log.lines()];
}

/** For a request that the client didn't mean to send. @type {import('./program.mjs').Program} */
const unplanned = [['call', 'res', 'end', 'unplanned']];

/** Puts the client's part on the stage. @param {Exchange} exchange @param {Client} client @param {HandlerLog} log @param {(index: number) => void} onWrite */
function play(exchange, client, log, onWrite) {
  const { pause, farewell, patience } = exchange;
  let time = 0;
  let silent = false;
  for (const [index, { text, alone }] of writes(exchange).entries()) {
    log.stage.later(time, () => {
      // The lane may let a request for Node wait for the responses before it, so it is sent when there are none.
      // A response that is destroyed while it waits may never get its turn.
      silent ||= alone && log.dispatched.some(({ res }) => !res.closed || !res.writableFinished);
      if (silent) return;
      onWrite(index);
      client.send(text);
    });
    time += pause;
  }
  const last = time - pause + patience;
  if (farewell === 'fin') log.stage.later(last, () => client.end());
  if (farewell === 'destroy') log.stage.later(last, () => client.leave());
  // Steps that wait for an event may come late, but not later than this.
  log.stage.later(longEnough, () => {});
}

/** What the client writes at a time: the bytes are cut where the exchange says, and before what isn't ordinary. @param {Exchange} exchange */
function writes({ requests, cuts }) {
  const starts = new Map();
  let length = 0;
  for (const { text } of requests) {
    starts.set(length, !isOrdinary(text));
    length += text.length;
  }
  const bytes = requests.map(({ text }) => text).join('');
  const alone = [...starts].filter(([, odd]) => odd).map(([start]) => start);
  const places = [...new Set([0, ...cuts, ...alone, length])]
    .filter((place) => place <= length)
    .sort((a, b) => a - b);
  return places.slice(0, -1).map((from, index) => ({
    text: bytes.slice(from, places[index + 1]),
    alone: starts.get(from) === true,
  }));
}

/** How often the client writes. @param {Exchange} exchange */
export function countWrites(exchange) {
  return writes(exchange).length;
}

/** Whether the fast lane would take a request that the grammar makes. @param {string} text */
function isOrdinary(text) {
  const [line = '', ...fields] = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n');
  const odd = /^(Connection: (?!keep-alive$)|TE:|Expect:|Upgrade:|Transfer-Encoding:)/;
  return line.endsWith(' HTTP/1.1') && !fields.some((field) => odd.test(field));
}

/** The exchange's only client. */
class Client {
  /** How the connection ended, seen from the client before it disconnected. */
  fate = 'open';
  ready = false;
  ended = false;
  /** Bytes. */
  sent = 0;
  #received = '';
  #left = false;
  #log;

  /** @param {import('node:http').Server} server @param {HandlerLog} log */
  constructor(server, log) {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    this.#log = log;
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    this.connected = new Promise((resolve) => this.socket.on('connect', resolve));
    this.connected.then(() => {
      this.ready = true;
    });
    this.socket.setEncoding('latin1').on('data', (/** @type {string} */ text) => {
      log.stage.touch();
      if (!this.#left) this.#received += text;
    });
    this.socket.on('end', () => this.#settle('ended'));
    this.socket.on('error', () => this.#settle('reset'));
    this.socket.on('close', () => this.#settle('closed'));
  }

  /** Bytes. */
  get received() {
    return this.socket.bytesRead;
  }

  /** @param {string} text */
  send(text) {
    if (!this.socket.writable) return;
    this.#log.stage.touch();
    this.sent += text.length;
    this.socket.write(text, 'latin1');
  }

  end() {
    this.#log.stage.touch();
    this.ended = true;
    this.socket.end();
  }

  leave() {
    this.#log.stage.touch();
    this.#left = true;
    this.socket.destroy();
  }

  /** The received bytes, with Node's dates masked. */
  response() {
    return JSON.stringify(
      this.#received.replace(/\r\nDate: \w{3}, \d\d \w{3} (?!1970)[^\r]+/g, '\r\nDate: now'),
    );
  }

  /** @param {string} fate */
  #settle(fate) {
    this.#log.stage.touch();
    if (!this.#left && this.fate === 'open') this.fate = fate;
  }
}

/** Logs uncaught errors. @param {HandlerLog} log @returns {() => void} Stops logging them. */
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
