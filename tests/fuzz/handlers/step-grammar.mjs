// Random steps.
import {
  chunks,
  encodings,
  links,
  names,
  nonChunks,
  oddReasons,
  oddStatuses,
  reasons,
  statuses,
  values,
  valuesByName,
} from './vocabulary.mjs';

/**
 * @typedef {import('../random.mjs').Random} Random
 * @typedef {import('./program.mjs').Program} Program
 * @typedef {import('./program.mjs').Step} Step
 * @typedef {import('./value.mjs').Value} Value
 */

/** @param {Random} random @returns {Step} */
export function header(random) {
  const name = random.pick(names);
  const value = valueFor(random, name);
  return random.weigh([
    [10, () => step(['call', 'res', 'setHeader', name, value])],
    [3, () => step(['call', 'res', 'appendHeader', name, value])],
    [2, () => step(['call', 'res', 'removeHeader', name])],
    [1, () => step(['call', 'res', 'setHeaders', headerCollection(random)])],
  ]);
}

/** @param {Random} random @param {Value} name @returns {Value} */
export function valueFor(random, name) {
  const meaningful = typeof name === 'string' ? valuesByName.get(name.toLowerCase()) : undefined;
  return random.pick(meaningful !== undefined && random.chance(0.8) ? meaningful : values);
}

/** @param {Random} random @returns {Value} */
function headerCollection(random) {
  const entries = times(random.between(0, 3), () => {
    const name = random.pick(['X-One', 'set-cookie', 'Set-Cookie', 'Content-Type', 'etag']);
    return /** @type {[string, string]} */ ([name, random.pick(['a', 'b=1', 'c; d'])]);
  });
  return random.pick([
    { is: 'map', entries },
    { is: 'headers', entries },
    { is: 'map', entries },
    {},
    null,
    [['X-One', 'a']],
  ]);
}

/** @param {Random} random @returns {Step} */
export function inquiry(random) {
  const method = random.pick(['getHeader', 'hasHeader', 'getHeaders', 'getHeaderNames', 'getRawHeaderNames']);
  return method.endsWith('Header') ? ['call', 'res', method, random.pick(names)] : ['call', 'res', method];
}

/** @param {Random} random @returns {Step} */
export function field(random) {
  return random.weigh([
    [8, () => step(['set', 'res', 'statusCode', random.pick(random.chance(0.85) ? statuses : oddStatuses)])],
    [3, () => step(['set', 'res', 'statusMessage', random.pick(random.chance(0.9) ? reasons : oddReasons)])],
    [1, () => step(['set', 'res', 'sendDate', false])],
    [1, () => step(['set', 'res', 'shouldKeepAlive', random.chance(0.3)])],
    [1, () => step(['set', 'res', 'useChunkedEncodingByDefault', false])],
    [0.5, () => step(['set', 'res', 'chunkedEncoding', true])],
    [1, () => step(['set', 'res', 'strictContentLength', true])],
  ]);
}

/** @param {Random} random @returns {Step} */
export function later(random) {
  return random.weigh([
    [3, () => step(['after', 'tick'])],
    [3, () => step(['after', 'microtask'])],
    [2, () => step(['after', 'immediate'])],
    [3, () => step(['after', 'timer', random.between(1, 5)])],
    [1, () => step(['after', 'end'])],
    [1.5, () => step(['after', 'response'])],
  ]);
}

/** @param {Random} random @returns {Step} */
export function look(random) {
  return ['look', random.pick(/** @type {const} */ (['socket', 'listeners', 'request']))];
}

/** @param {Random} random @returns {Step} */
export function information(random) {
  return random.pick([
    () => step(['call', 'res', 'writeContinue', ...maybeCallback(random, 'continue')]),
    () => step(['call', 'res', 'writeProcessing', ...maybeCallback(random, 'processing')]),
    () => step(['call', 'res', 'writeEarlyHints', earlyHints(random), ...maybeCallback(random, 'hints')]),
  ])();
}

/** @param {Random} random @returns {Value} */
function earlyHints(random) {
  const link = random.pick(links);
  return random.pick([{ link }, { link, 'x-trace': '1' }, {}, null, 'link']);
}

/** @param {Random} random @param {string} label @returns {Value[]} */
function maybeCallback(random, label) {
  return random.chance(0.5) ? [{ is: 'callback', label }] : [];
}

/** What few handlers do. @param {Random} random @returns {Step} */
export function rarity(random) {
  return random.weigh([
    [3, () => step(['throw'])],
    [3, () => destruction(random)],
    [
      1,
      () =>
        step([
          'call',
          'req',
          'setTimeout',
          random.between(60_000, 90_000),
          ...maybeCallback(random, 'timeout'),
        ]),
    ],
    [
      1,
      () =>
        step([
          'call',
          'res',
          'setTimeout',
          random.between(60_000, 90_000),
          ...maybeCallback(random, 'timeout'),
        ]),
    ],
    [1, () => step(['socket', 'setTimeout', random.between(60_000, 90_000)])],
    [1, () => step(['socket', 'write', 'HTTP/1.1 102 Processing\r\n\r\n'])],
    [
      1,
      () =>
        step([
          'call',
          'res',
          'addTrailers',
          random.pick([{ 'X-Sum': '1' }, [['X-Sum', 'é']], { 'bad name': '1' }, {}]),
        ]),
    ],
    [1, () => step(['call', 'res', random.pick(['cork', 'uncork', 'flushHeaders'])])],
    [0.3, () => step(['call', 'res', 'pipe'])],
  ]);
}

/** @param {Random} random @returns {Step} */
function destruction(random) {
  /** @type {Value[]} */
  const error = random.chance(0.4) ? [{ is: 'error', message: 'torn down' }] : [];
  return random.pick([
    step(['call', 'req', 'destroy', ...error]),
    step(['call', 'res', 'destroy', ...error]),
    step(['socket', 'destroy', ...error]),
  ]);
}

/** @param {Random} random @returns {Step} */
export function write(random) {
  return ['call', 'res', 'write', ...body(random, 'written')];
}

/** @param {Random} random @returns {Step} */
export function end(random) {
  return [
    'call',
    'res',
    'end',
    ...(random.chance(0.25) ? maybeCallback(random, 'ended') : body(random, 'ended')),
  ];
}

/** The arguments of `write` and `end`. @param {Random} random @param {string} label @returns {Value[]} */
function body(random, label) {
  const chunk = random.weigh([
    [20, () => random.pick(chunks)],
    [1, () => random.pick(nonChunks)],
    [0.3, () => ({ is: 'big', length: random.pick([17_000, 70_000]) })],
  ]);
  const encoding =
    typeof chunk === 'string' && random.chance(0.4)
      ? [random.pick(encodings.filter((name) => fits(chunk, name)))]
      : [];
  return [chunk, ...encoding, ...(random.chance(0.25) ? [{ is: 'callback', label }] : [])];
}

/** Node 20 aborts the whole process over hex of an odd length. @param {string} chunk @param {Value} encoding */
function fits(chunk, encoding) {
  return encoding !== 'hex' || chunk.length % 2 === 0;
}

/** A call after the head or the whole response has been sent. @param {Random} random @returns {Step} */
export function afterthought(random) {
  return random.weigh([
    [3, () => later(random)],
    [2, () => header(random)],
    [2, () => inquiry(random)],
    [2, () => look(random)],
    [1, () => write(random)],
    [1, () => end(random)],
    [1, () => field(random)],
    [1, () => step(['call', 'res', 'writeHead', random.pick(statuses)])],
    [0.5, () => information(random)],
    [0.6, () => rarity(random)],
    [0.5, () => reaction(random)],
  ]);
}

/** A listener that does something. @param {Random} random @returns {Step} */
export function reaction(random) {
  const [target, event] = random.pick(
    /** @type {const} */ ([
      ['res', 'finish'],
      ['res', 'close'],
      ['res', 'prefinish'],
      ['res', 'error'],
      ['req', 'end'],
      ['req', 'close'],
      ['req', 'error'],
      ['req', 'aborted'],
    ]),
  );
  return ['on', target, event, times(random.between(0, 2), () => afterthought(random))];
}

/** @template T @param {number} count @param {() => T} make */
export function times(count, make) {
  return Array.from({ length: count }, make);
}

/** Says what the type checker can't infer. @param {Step} parts @returns {Step} */
export function step(parts) {
  return parts;
}
