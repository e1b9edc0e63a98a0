// What can be read from a request and a response through public API, as JSON.

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {Record<string, unknown>} Snapshot
 */

const headNames = /** @type {const} */ ([
  ...[
    'method',
    'url',
    'httpVersion',
    'httpVersionMajor',
    'httpVersionMinor',
    'rawHeaders',
    'headers',
    'headersDistinct',
  ],
]);
const requestNames = [
  ...[
    'complete',
    'aborted',
    'destroyed',
    'closed',
    'errored',
    'readable',
    'readableEnded',
    'readableAborted',
  ],
  ...['readableDidRead', 'readableFlowing', 'readableLength', 'readableEncoding', 'readableObjectMode'],
  ...['readableHighWaterMark', 'statusCode', 'statusMessage', 'trailers', 'rawTrailers', 'trailersDistinct'],
];
const responseNames = [
  ...[
    'headersSent',
    'finished',
    'writable',
    'writableEnded',
    'writableFinished',
    'writableLength',
    'writableCorked',
  ],
  ...['writableNeedDrain', 'writableHighWaterMark', 'writableObjectMode', 'destroyed', 'closed', 'errored'],
  ...['statusCode', 'statusMessage', 'sendDate', 'strictContentLength', 'shouldKeepAlive', 'chunkedEncoding'],
  'useChunkedEncodingByDefault',
];
const events = [
  ...[
    'finish',
    'close',
    'error',
    'end',
    'data',
    'aborted',
    'timeout',
    'drain',
    'prefinish',
    'pause',
    'resume',
  ],
  ...['readable', 'pipe', 'unpipe', 'socket'],
];

/** @param {Request} req @returns {Snapshot} */
export function headOf(req) {
  return read(req, headNames);
}

/** @param {Request} req @param {Response} res @returns {Snapshot} */
export function requestStateOf(req, res) {
  const { end, data, ...listeners } = listenersOf(req);
  const state = { ...read(req, requestNames), paused: req.isPaused(), listeners };
  // After the response, which of these Node adds or removes depends on the order of ticks.
  return res.writableFinished ? state : { ...state, end, data };
}

/** @param {Response} res @returns {Snapshot} */
export function responseStateOf(res) {
  const { getHeaders, getHeaderNames } = res;
  return {
    ...read(res, responseNames),
    fields: attempt(() => getHeaders.call(res)),
    names: attempt(() => getHeaderNames.call(res)),
    rawNames: attempt(() =>
      /** @type {{ getRawHeaderNames(): string[] }} */ (/** @type {unknown} */ (res)).getRawHeaderNames(),
    ),
    listeners: listenersOf(res),
  };
}

/** @param {Request} req @param {Response} res @param {unknown} own the connection's socket @returns {Snapshot} */
export function socketStateOf(req, res, own) {
  return {
    req: nameOf(req.socket, own),
    requestConnection: nameOf(req.connection, own),
    res: nameOf(res.socket, own),
    responseConnection: nameOf(res.connection, own),
    linked: res.req === req,
  };
}

/** @param {unknown} socket @param {unknown} own */
function nameOf(socket, own) {
  if (socket === null || socket === undefined) return String(socket);
  return socket === own ? 'own' : 'other';
}

/** @param {import('node:events').EventEmitter} emitter @returns {Record<string, number>} */
function listenersOf(emitter) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const event of events) {
    const count = emitter.listenerCount(event);
    if (count > 0) counts[event] = count;
  }
  return counts;
}

/** @param {object} object @param {readonly string[]} names @returns {Snapshot} */
function read(object, names) {
  /** @type {Snapshot} */
  const snapshot = {};
  for (const name of names) snapshot[name] = attempt(() => Reflect.get(object, name));
  return snapshot;
}

/** A value that JSON holds as it is; of an error its code; of what throws, that. @param {() => unknown} get */
function attempt(get) {
  try {
    const value = get();
    if (value instanceof Error) return describeError(value);
    return value === undefined ? 'undefined' : value;
  } catch (error) {
    return `throws ${describeError(error)}`;
  }
}

/** @param {unknown} error */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error);
  return `${error.name} ${'code' in error ? error.code : ''} ${error.message}`;
}
