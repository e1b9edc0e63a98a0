import { chunked, declared } from './framing.mjs';
import * as words from './words.mjs';

/** @typedef {import('../random.mjs').Random} Random */

/**
 * A request in pieces, so that some of them can be odd.
 *
 * @typedef {object} Request
 * @property {string} before
 * @property {string} method
 * @property {string[]} spaces Two.
 * @property {string} target
 * @property {string} version
 * @property {string[]} lines Fields, without their ends.
 * @property {string} body
 */

/** A request as browsers and programs send them. @param {Random} random @returns {Request} */
export function commonRequest(random) {
  const method = random.pick(words.commonMethods);
  const lines = Array.from({ length: countOfFields(random) }, () => commonField(random));
  const place = random.below(lines.length + 1);
  lines.splice(
    place,
    0,
    `${random.pick(['Host', 'Host', 'Host', 'host', 'HOST'])}: ${random.pick(words.hosts)}`,
  );
  if (random.chance(0.1))
    lines.push(random.pick(['Connection: keep-alive', 'connection:keep-alive', 'Connection: Keep-Alive']));
  const body = words.bodyMethods.includes(method) && random.chance(0.8) ? declared(random, lines) : '';
  if (body === '' && random.chance(0.05)) lines.push('Content-Length: 0');
  return {
    before: '',
    method,
    spaces: [' ', ' '],
    target: random.chance(0.8) ? random.pick(words.commonTargets) : randomTarget(random),
    version: 'HTTP/1.1',
    lines,
    body,
  };
}

/** A request with one to three oddities. @param {Random} random @returns {string} */
export function oddRequest(random) {
  const request = commonRequest(random);
  const ends = { line: '\r\n', at: -1, head: '\r\n' };
  for (let count = random.pick([1, 1, 1, 2, 2, 3]); count > 0; count--) oddity(random, request, ends);
  return textOf(request, ends);
}

/** @param {Request} request @param {{ line: string, at: number, head: string }} [ends] one line's end, and the head's */
export function textOf({ before, method, spaces, target, version, lines, body }, ends) {
  const all = [`${method}${spaces[0]}${target}${spaces[1]}${version}`, ...lines];
  const head = all.map((line, index) => line + (ends?.at === index ? ends.line : '\r\n')).join('');
  return before + head + (ends?.head ?? '\r\n') + body;
}

/** @param {Random} random @param {Request} request @param {{ line: string, at: number, head: string }} ends */
function oddity(random, request, ends) {
  const { lines, body, spaces } = request;
  const change = (/** @type {Partial<Request>} */ changes) => void Object.assign(request, changes);
  const insert = (/** @type {string} */ line) => void lines.splice(random.below(lines.length + 1), 0, line);
  random.weigh([
    [8, () => change({ method: random.pick(words.oddMethods) })],
    [8, () => change({ target: random.pick(words.oddTargets) })],
    [8, () => change({ version: random.pick(words.versions) })],
    [4, () => change({ spaces: spaces.with(random.below(2), random.pick(words.oddSpaces)) })],
    [6, () => change({ before: random.pick(words.between) })],
    [26, () => insert(random.pick(words.oddLines))],
    [5, () => insert(`Content-Length: ${random.pick(words.lengthValues)}`)],
    [14, () => change({ body: chunked(random, lines, true) })],
    [8, () => change({ body: chunked(random, lines, false) })],
    [3, () => change({ lines: lines.filter((line) => !/^host/i.test(line)) })],
    [
      3,
      () =>
        void Object.assign(ends, { line: random.pick(words.lineEnds), at: random.below(lines.length + 1) }),
    ],
    [3, () => void Object.assign(ends, { head: random.pick(words.headEnds) })],
    [4, () => change({ body: body + random.pick(words.after) })],
    [3, () => change({ body: body.slice(0, random.below(body.length + 1)) })],
  ]);
}

/** @param {Random} random */
function commonField(random) {
  const value = random.chance(0.9) ? random.pick(words.commonValues) : randomText(random, 40, 0x20);
  return `${random.pick(words.commonNames)}:${random.pick(words.spaces)}${value}${random.chance(0.1) ? random.pick(words.spaces) : ''}`;
}

/** Mostly few; now and then close to the limits of number and of size. @param {Random} random */
function countOfFields(random) {
  return random.weigh([
    [60, () => random.below(4)],
    [36, () => random.below(12)],
    [1, () => random.between(20, 60)],
    [1, () => random.between(96, 103)],
  ]);
}

/** @param {Random} random */
function randomTarget(random) {
  return `/${randomText(random, 30, 0x21).replace(/[\x7f-\xff#]/g, '')}`;
}

/** @param {Random} random @param {number} most @param {number} lowest */
function randomText(random, most, lowest) {
  return Array.from({ length: random.below(most) }, () => {
    const code = random.between(lowest, 0xff);
    return String.fromCharCode(code === 0x7f ? 0x7e : code);
  }).join('');
}
