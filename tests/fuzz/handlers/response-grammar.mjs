// Random ways to respond.
import { afterthought, end, header, later, rarity, step, times, valueFor, write } from './step-grammar.mjs';
import { names, oddReasons, oddStatuses, reasons, statuses, streamChunks } from './vocabulary.mjs';

/**
 * @typedef {import('../random.mjs').Random} Random
 * @typedef {import('./program.mjs').Program} Program
 * @typedef {import('./program.mjs').Step} Step
 * @typedef {import('./value.mjs').Value} Value
 */

/** @type {readonly ('end' | 'open' | 'error')[]} */
const fates = ['end', 'end', 'end', 'end', 'end', 'end', 'open', 'error'];

/** @param {Random} random @returns {Program} */
export function response(random) {
  return random.weigh([
    [6, () => plainResponse(random)],
    [4, () => responseWithHead(random)],
    [4, () => streamedResponse(random)],
    [2, () => pipedResponse(random)],
    [2, () => jsonResponse(random)],
    [1, () => emptyResponse(random)],
  ]);
}

/** @param {Random} random @returns {Program} */
function plainResponse(random) {
  return [end(random)];
}

/** @param {Random} random @returns {Program} */
function emptyResponse(random) {
  return [
    ['call', 'res', 'writeHead', random.pick([204, 304, 302])],
    ['call', 'res', 'end'],
  ];
}

/** What `res.json` of Express comes to. @param {Random} random @returns {Program} */
function jsonResponse(random) {
  const body = JSON.stringify({ id: random.between(0, 99), name: random.pick(['Ann', 'Zoë', '漢']) });
  return [
    ['call', 'res', 'setHeader', 'Content-Type', 'application/json; charset=utf-8'],
    [
      'call',
      'res',
      'setHeader',
      'Content-Length',
      random.pick([Buffer.byteLength(body), String(Buffer.byteLength(body))]),
    ],
    ['call', 'res', 'end', body, ...random.pick([[], ['utf8'], ['latin1']])],
  ];
}

/** @param {Random} random @returns {Program} */
function responseWithHead(random) {
  const status = random.pick(random.chance(0.92) ? statuses : oddStatuses);
  const reason = random.pick(random.chance(0.9) ? reasons : oddReasons);
  const fields = headFields(random);
  /** @type {Value[]} */
  const args = random.pick([
    [status],
    [status, reason],
    [status, fields],
    [status, reason, fields],
    [status, undefinedOr(random), fields],
  ]);
  return [
    ['call', 'res', random.pick(['writeHead', 'writeHead', 'writeHead', 'writeHeader']), ...args],
    ...times(random.pick([0, 0, 0, 1]), () => afterthought(random)),
    end(random),
  ];
}

/** @param {Random} random @returns {Value} */
function undefinedOr(random) {
  return random.pick([{ is: 'undefined' }, null]);
}

/** @param {Random} random @returns {Value} */
function headFields(random) {
  const entries = Array.from({ length: random.between(0, 3) }, () => {
    const name = random.pick(names.filter((item) => typeof item === 'string'));
    return /** @type {[string, Value]} */ ([name, valueFor(random, name)]);
  });
  /** @type {readonly (readonly [number, () => Value])[]} */
  const forms = [
    [4, () => Object.fromEntries(entries.filter(([name]) => name !== '__proto__'))],
    [3, () => entries.flat()],
    [1, () => entries],
    [0.5, () => [...entries.flat(), 'odd']],
    [0.5, () => random.pick([5, true, 'X-One: a', { is: 'map', entries: [['X-One', 'a']] }])],
  ];
  return random.weigh(forms);
}

/** @param {Random} random @returns {Program} */
function streamedResponse(random) {
  return [
    ...times(random.between(1, 4), () =>
      random.weigh([
        [8, () => write(random)],
        [2, () => later(random)],
        [0.7, () => header(random)],
        [0.3, () => rarity(random)],
      ]),
    ),
    ...(random.chance(0.2)
      ? [
          step([
            'call',
            'res',
            'addTrailers',
            random.pick([
              { 'X-Sum': '1' },
              [
                ['X-Sum', 'é'],
                ['X-Two', ['a', 'b']],
              ],
              {},
            ]),
          ]),
        ]
      : []),
    end(random),
  ];
}

/** @param {Random} random @returns {Program} */
function pipedResponse(random) {
  const fate = random.pick(fates);
  return [
    ['pipe', times(random.between(0, 4), () => random.pick(streamChunks)), fate],
    ...(fate === 'end' ? [] : [step(['after', 'timer', 3]), end(random)]),
  ];
}
