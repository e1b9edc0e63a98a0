import { describeError } from './value.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 */

/** The events whose listeners are counted. */
export const requestEvents = [
  'data',
  'readable',
  'end',
  'close',
  'error',
  'aborted',
  'pause',
  'resume',
  'timeout',
];
export const responseEvents = [
  ...[
    'finish',
    'close',
    'prefinish',
    'drain',
    'error',
    'pipe',
    'unpipe',
    'socket',
    'end',
    'aborted',
    'timeout',
  ],
];

/**
 * Those whose listeners are counted later: Node takes off and puts on its own for `'data'` and `'end'` when the
 * response finishes, and whether that is before the body's end is a matter of ticks.
 */
export const settledEvents = requestEvents.filter((event) => event !== 'data' && event !== 'end');

/** All public state of a request, its socket excepted: to read that may be an act. @param {Request} req */
export function requestState(req) {
  return facts({
    complete: req.complete,
    aborted: req.aborted,
    destroyed: req.destroyed,
    readable: req.readable,
    ended: req.readableEnded,
    // The flow state of a finished body depends on which ended first, the body or the response.
    flowing: req.readableEnded ? undefined : req.readableFlowing,
    length: req.readableLength,
    didRead: req.readableDidRead,
    readableAborted: req.readableAborted,
    encoding: req.readableEncoding,
    paused: req.readableEnded ? undefined : req.isPaused(),
    errored: errorOf(req.errored),
    closed: req.closed,
  });
}

/** What a response is told and has decided: nothing in it depends on how far the socket is. @param {Response} res */
export function responseDecisions(res) {
  return facts({
    headersSent: res.headersSent,
    finished: res.finished,
    ended: res.writableEnded,
    writable: res.writable,
    status: res.statusCode,
    message: res.statusMessage,
    sendDate: res.sendDate,
    keepAlive: res.shouldKeepAlive,
    chunked: res.chunkedEncoding,
    chunkedByDefault: res.useChunkedEncodingByDefault,
    strict: res.strictContentLength,
    names: res.getHeaderNames().join(),
    rawNames: /** @type {Response & { getRawHeaderNames(): string[] }} */ (res).getRawHeaderNames().join(),
  });
}

/** How far a response is. @param {Response} res */
export function responseProgress(res) {
  return facts({
    writableFinished: res.writableFinished,
    destroyed: res.destroyed,
    closed: res.closed,
    errored: errorOf(res.errored),
    length: res.writableLength,
    needDrain: res.writableNeedDrain,
    corked: res.writableCorked,
    highWaterMark: res.writableHighWaterMark,
  });
}

/** What only a look at the sockets tells. @param {Request} req @param {Response} res */
export function socketState(req, res) {
  const { socket } = req;
  return facts({
    req: socket === null ? 'null' : 'socket',
    res: res.socket === null ? 'null' : res.socket === socket ? 'same' : 'other',
    connections: res.connection === res.socket && req.connection === socket,
    destroyed: socket?.destroyed,
    writable: socket?.writable,
  });
}

/** What the parser understood. @param {Request} req */
export function requestFields(req) {
  const { method, url, httpVersion, headers, rawHeaders, headersDistinct, trailers, rawTrailers } = req;
  return JSON.stringify({
    method,
    url,
    httpVersion,
    headers,
    rawHeaders,
    headersDistinct,
    trailers,
    rawTrailers,
  });
}

/** @param {import('node:events').EventEmitter} emitter @param {readonly string[]} events */
export function listenerCounts(emitter, events) {
  return events
    .map((event) => /** @type {const} */ ([event, emitter.listenerCount(event)]))
    .filter(([, count]) => count > 0)
    .map(([event, count]) => `${event} ${count}`)
    .join(' ');
}

/** @param {unknown} error */
function errorOf(error) {
  return error === null || error === undefined ? error : describeError(error);
}

/** @param {Record<string, unknown>} values */
function facts(values) {
  return Object.entries(values)
    .map(([name, value]) =>
      value === true ? name : value === false ? `!${name}` : `${name}=${String(value)}`,
    )
    .join(' ');
}
