import { Random } from '../random.mjs';
import { arrangements } from './arrangements.mjs';
import { startsOf } from './case.mjs';
import { mutate } from './mutate.mjs';
import { generatePlan, hurried } from './plan.mjs';
import { commonRequest, oddRequest, textOf } from './request.mjs';
import { smuggled } from './smuggling.mjs';

/** @typedef {import('./case.mjs').FuzzCase} FuzzCase */

/** One case in this many waits for timeouts, which take seconds. */
const timedEvery = 4_000;

/** Longest stream that is split at every byte. */
const smallStream = 160;

/** The case of that number: the same for the same seed, whatever was generated before. @param {number} seed @param {number} number @returns {FuzzCase} */
export function generateCase(seed, number) {
  const random = new Random(seed, number);
  const arrangement = number % timedEvery === timedEvery - 1 ? random.pick(timed) : random.weigh(usual);
  const units = generateUnits(random, arrangement);
  const cuts = generateCuts(random, units);
  // Node does not promise the order of ticks of handlers for one chunk, so nothing that depends on it is compared.
  const races = arrangement === 'smallBuffer' || (units.length > 1 && random.chance(0.2));
  const alone = units.length === 1 && !/HTTP\/1[\s\S]*HTTP\/1/.test(units.join());
  const ending = random.weigh(endings);
  const rush = ending !== 'reset' && random.chance(0.1);
  const plans = Array.from({ length: units.length }, () => generatePlan(random, races, alone));
  return {
    arrangement,
    units,
    cuts,
    waits: Array.from({ length: cuts.length + 1 }, () => (random.chance(0.15) ? random.between(1, 3) : 0)),
    ending,
    rush,
    plans: rush ? plans.map(hurried) : plans,
    probe: {
      events: random.chance(0.5),
      facts: !races,
      head: random.chance(0.4),
      state: !races && random.chance(0.4),
      socket: !races && random.chance(0.3),
      last: random.chance(0.3),
    },
    patience: arrangements[arrangement]?.patience ?? 0,
  };
}

/** @type {(readonly [number, () => FuzzCase['ending']])[]} */
const endings = [
  [6, () => 'fin'],
  [2, () => 'reset'],
  [4, () => 'open'],
];
const entries = Object.entries(arrangements);
const usual = entries.map(([name, { weight }]) => /** @type {const} */ ([weight, () => name]));
const timed = entries.filter(([, { patience = 0 }]) => patience > 0).map(([name]) => name);

/** @param {Random} random @param {string} arrangement */
function generateUnits(random, arrangement) {
  const count = random.weigh([
    [55, () => 1],
    [35, () => random.between(2, 4)],
    [10, () => random.between(5, 12)],
  ]);
  const oddness = random.pick([0, 0.15, 0.5, 1]);
  return Array.from({ length: count }, () => {
    const unit = random.chance(oddness) ? oddUnit(random) : textOf(commonRequest(random));
    return random.chance(0.03) ? pad(random, unit, arrangement) : unit;
  });
}

/** @param {Random} random */
function oddUnit(random) {
  return random.weigh([
    [5, () => oddRequest(random)],
    [2, () => random.pick(smuggled)],
    [2, () => mutate(random, textOf(commonRequest(random)), random.pick(smuggled))],
    [1, () => mutate(random, oddRequest(random), random.pick(smuggled))],
    [1, () => mutate(random, random.pick(smuggled), textOf(commonRequest(random)))],
  ]);
}

/** Brings a head close to the server's limit. @param {Random} random @param {string} unit @param {string} arrangement */
function pad(random, unit, arrangement) {
  const { maxHeaderSize = 16_384 } = arrangements[arrangement]?.options ?? {};
  const end = unit.indexOf('\r\n\r\n');
  const line = '\r\nX-Padding: ';
  const missing = maxHeaderSize - end - 4 - line.length + random.between(-30, 6);
  if (end === -1 || missing < 0) return unit;
  return unit.slice(0, end) + line + 'p'.repeat(missing) + unit.slice(end);
}

/** @param {Random} random @param {string[]} units @returns {number[]} */
function generateCuts(random, units) {
  const stream = units.join('');
  const { length } = stream;
  const somewhere = () => random.between(1, Math.max(1, length - 1));
  const cuts = random.weigh([
    [50, () => []],
    [20, () => [somewhere()]],
    [10, () => Array.from({ length: random.between(2, 6) }, somewhere)],
    [8, () => startsOf({ units })],
    [8, () => Array.from({ length: random.between(1, 4) }, () => nearLineEnd(random, stream))],
    [0.5, () => (length <= smallStream ? Array.from({ length }, (_, index) => index) : [somewhere()])],
  ]);
  return [...new Set(cuts)].filter((cut) => cut > 0 && cut < length).sort((a, b) => a - b);
}

/** @param {Random} random @param {string} stream */
function nearLineEnd(random, stream) {
  const end = stream.indexOf('\r\n', random.below(stream.length + 1));
  return (end === -1 ? stream.length : end) + random.between(-1, 5);
}
