/**
 * What a handler does with one request.
 *
 * @typedef {object} Plan
 * @property {Kind} kind
 * @property {Delay} delay When it responds.
 *
 * @typedef {'json' | 'buffer' | 'head' | 'echo' | 'drain' | 'early' | 'stream' | 'flush' | 'fields' | 'empty' | 'noContent'
 *   | 'notModified' | 'close' | 'length' | 'continue' | 'destroyRequest' | 'destroyResponse' | 'destroySocket' | 'hang'
 *   | 'throw' | 'twice' | 'pipe' | 'trailers'} Kind
 *
 * A number counts rounds: one passes whenever the exchange has come to rest.
 * @typedef {'now' | 'microtask' | 'tick' | 'immediate' | number} Delay
 *
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('./recorder.mjs').Recorder} Recorder
 * @typedef {import('../random.mjs').Random} Random
 */

/** @type {readonly (readonly [number, () => Kind])[]} */
const kinds = [
  ...[
    [20, 'json'],
    [6, 'buffer'],
    [6, 'head'],
    [14, 'echo'],
    [6, 'drain'],
    [4, 'early'],
    [6, 'stream'],
    [4, 'flush'],
  ],
  ...[
    [6, 'fields'],
    [3, 'empty'],
    [3, 'noContent'],
    [3, 'notModified'],
    [5, 'close'],
    [3, 'length'],
    [2, 'continue'],
  ],
  ...[
    [1, 'destroyRequest'],
    [1, 'destroyResponse'],
    [1, 'destroySocket'],
    [2, 'hang'],
    [1, 'throw'],
    [3, 'twice'],
  ],
  ...[
    [3, 'pipe'],
    [2, 'trailers'],
  ],
].map(([weight, kind]) => [Number(weight), () => /** @type {Kind} */ (kind)]);

/** What would show in which order the ticks of several handlers come. */
const unsteady = new Set([
  'destroyRequest',
  'destroyResponse',
  'destroySocket',
  'throw',
  'twice',
  'close',
  'continue',
  // Node 24 and later make one piece of what is written while the socket is corked, if there is a socket by then.
  'stream',
]);

/** What goes on within a few turns of the event loop, in which a FIN that follows at once may come. */
const unhurried = new Set(['echo', 'drain', 'early', 'stream', 'pipe']);

/** A plan without such turns. @param {Plan} plan @returns {Plan} */
export function hurried({ kind, delay }) {
  return { kind: unhurried.has(kind) ? 'json' : kind, delay: typeof delay === 'number' ? delay : 'now' };
}

/**
 * @param {Random} random
 * @param {boolean} races Several handlers may go on in ticks.
 * @param {boolean} alone There is only one handler.
 * @returns {Plan}
 */
export function generatePlan(random, races, alone) {
  const kind = random.weigh(kinds);
  const tick = random.pick(/** @type {const} */ (['microtask', 'tick']));
  const delay = random.weigh(
    /** @type {(readonly [number, () => Delay])[]} */ ([
      [60, () => 'now'],
      [alone ? 12 : races ? 30 : 0, () => tick],
      [6, () => 'immediate'],
      [22, () => random.between(1, 3)],
    ]),
  );
  if (alone) return { kind, delay };
  if (races) return { kind: unsteady.has(kind) ? 'json' : kind, delay };
  // A body is read in ticks, and what follows comes after all of them.
  if (kind === 'pipe') return { kind: 'echo', delay: 'immediate' };
  // Its errors come in ticks, as the end of the response before it.
  if (kind === 'twice') return { kind: 'fields', delay };
  return { kind, delay: readsFirst.has(kind) && delay === 'now' ? 'immediate' : delay };
}

/** Does what a plan says. @param {Plan} plan @param {Recorder} recorder */
export function runPlan({ kind, delay }, recorder) {
  if (kind === 'throw') throw recorder.error('planned');
  if (readsFirst.has(kind))
    return void readBody(recorder, () => recorder.after(delay, () => responders[kind](recorder)));
  recorder.after(delay, () => responders[kind](recorder));
}

/** Kinds that respond when they have read the body. @type {ReadonlySet<Kind>} */
const readsFirst = new Set(['echo', 'drain']);

/** @param {Recorder} recorder @param {() => void} [done] */
function readBody(recorder, done = () => {}) {
  recorder.req.on('data', (chunk) => recorder.took(chunk));
  recorder.req.on('end', done);
}

/** @type {Record<Kind, (recorder: Recorder) => void>} */
const responders = {
  json({ res, index }) {
    res.setHeader('Content-Type', 'application/json');
    res.end(`{"request":${index}}`);
  },
  buffer({ res, index }) {
    res.end(Buffer.from([0xff, 0x00, 0xc3, 0xa9, index]));
  },
  head({ res }) {
    res.writeHead(201, { 'Content-Length': 5, 'X-Case': ['one', 'two'] });
    res.end('h\u00e9ad');
  },
  echo({ res, body }) {
    res.setHeader('X-Length', body.length);
    res.end(body.slice(0, 2_000), 'latin1');
  },
  drain({ res }) {
    res.end('read');
  },
  early(recorder) {
    recorder.res.end('early');
    readBody(recorder);
  },
  stream(recorder) {
    recorder.res.write('first,');
    recorder.res.write(Buffer.from('second,'));
    recorder.after('immediate', () => recorder.res.end('last'));
  },
  flush(recorder) {
    recorder.res.setHeader('X-Flushed', 'yes');
    recorder.res.flushHeaders();
    recorder.after(1, () => recorder.res.end('flushed'));
  },
  fields({ res }) {
    res.statusCode = 404;
    res.statusMessage = 'Nowhere';
    res.setHeader('Set-Cookie', ['a=1', 'b=2']);
    res.setHeader('X-Latin', 'caf\u00e9');
    res.appendHeader('Vary', 'Accept');
    res.removeHeader('X-Absent');
    res.end('fields');
  },
  empty({ res }) {
    res.end();
  },
  noContent({ res }) {
    res.statusCode = 204;
    res.end('dropped');
  },
  notModified({ res }) {
    res.writeHead(304, ['ETag', '"1"', 'X-A', '1', 'X-A', '2']);
    res.end();
  },
  close({ res }) {
    res.setHeader('Connection', 'close');
    res.end('closed');
  },
  length({ res }) {
    res.setHeader('Content-Length', '3');
    res.end('abc');
  },
  continue({ res }) {
    res.writeContinue();
    res.writeProcessing();
    res.end('continued');
  },
  destroyRequest({ req }) {
    req.destroy();
  },
  destroyResponse({ res }) {
    res.destroy();
  },
  destroySocket({ req }) {
    req.socket.destroy();
  },
  hang() {},
  throw() {},
  twice(recorder) {
    const { res } = recorder;
    res.on('error', (error) => recorder.failed(error));
    res.end('once');
    res.end('twice');
    res.write('more');
    res.setHeader('X-Late', '1');
  },
  pipe({ req, res }) {
    req.pipe(res);
  },
  trailers({ res }) {
    res.setHeader('Trailer', 'X-Sum');
    res.write('trailed');
    res.addTrailers({ 'X-Sum': '1' });
    res.end();
  },
};
