import { arrangements } from './arrangements.mjs';
import { startsOf } from './case.mjs';
import { atOnce, fed, inScript } from './delivery.mjs';
import { endOfOrdinary } from './ordinary.mjs';

/**
 * @typedef {import('./case.mjs').FuzzCase} FuzzCase
 * @typedef {import('./exchange.mjs').Observation} Observation
 * @typedef {import('./delivery.mjs').Delivery} Delivery
 * @typedef {import('./plan.mjs').Plan} Plan
 */

/** Most parts before which Node's parser may start to read natively: some streams are split at every byte. */
const mostSwitches = 16;

/** Parts after an odd request from which on a connection may be back in the lane. */
const mostReturns = 5;

const now = /** @type {const} */ ('now');

/** How withheld bytes and those before and after them are read. @type {readonly Delivery['nativeFrom'][]} */
const natives = ['release', 'released', 'around', Number.POSITIVE_INFINITY, 0];

/** Milliseconds between two sweeps of a hurried server, and until it has handed over an incomplete head. */
export const hastyInterval = 5;
const carryTime = 30;

/**
 * The case at a pace at which exact moments matter less, for both servers.
 *
 * @param {FuzzCase} fuzzCase
 * @returns {Generator<{ calmer: FuzzCase, hasty: boolean }>} `hasty` with servers that look after their connections all the time
 */
export function* calmed(fuzzCase) {
  if (pausesInsideHead(fuzzCase)) yield { calmer: paced(fuzzCase), hasty: true };
  const { ending, plans } = fuzzCase;
  // What a FIN has brought along to the lane is Node's with the FIN read: a socket that is ended then closes sooner, by a
  // turn of the event loop, than one whose FIN is still to be read. An uncaught error moves ticks to another
  // turn, and bytes for Node after a response arrive in the turn of that response.
  const turns = ending === 'fin' || plans.some(({ kind }) => kind === 'throw');
  if (turns && plans.some(isInLaterTurn) && oddStarts(fuzzCase).length > 0) {
    const prompt = plans.map((plan) => (isInLaterTurn(plan) ? promptly(plan) : plan));
    yield { calmer: { ...fuzzCase, plans: prompt }, hasty: false };
  }
  // A parser that has handed over the fields of a head in parts runs ticks after every head from then on: not one that a
  // connection is given when the lane has served that head.
  if (oddStarts(fuzzCase).length > 0 && fuzzCase.units.some(hasManyFields))
    yield { calmer: withFewFields(fuzzCase), hasty: false };
  // Where reading has stopped, a stream that feeds a parser reads on until its buffer is full: bytes after something odd, which
  // Node is not sent, fill it, and a reset after them isn't heard.
  const afterOdd = fuzzCase.cuts.find((cut) => cut > Number(oddStarts(fuzzCase)[0]));
  if (fuzzCase.arrangement === 'smallBuffer' && afterOdd !== undefined)
    yield { calmer: upTo(fuzzCase, afterOdd), hasty: false };
  // An `end` that throws leaves its socket corked, in Node, if it is its response's turn: by a tick, with the response before it.
  if (fuzzCase.arrangement === 'strictBodies' && plans.some(({ delay }) => delay === 'tick')) {
    const prompt = plans.map((plan) => (plan.delay === 'tick' ? { ...plan, delay: now } : plan));
    yield { calmer: { ...fuzzCase, plans: prompt }, hasty: false };
  }
  // Nor does a socket that was destroyed close before that turn.
  const throws =
    plans.some(({ kind }) => kind === 'throw') &&
    plans.some(({ kind }) => kind === 'destroySocket' || kind === 'destroyRequest');
  if (throws && oddStarts(fuzzCase).length > 0) {
    const caught = plans.map((plan) =>
      plan.kind === 'throw' ? { ...plan, kind: /** @type {const} */ ('hang') } : plan,
    );
    yield { calmer: { ...fuzzCase, plans: caught }, hasty: false };
  }
}

/** The case without the bytes from an offset on. @param {FuzzCase} fuzzCase @param {number} end @returns {FuzzCase} */
function upTo(fuzzCase, end) {
  const starts = startsOf(fuzzCase);
  const units = fuzzCase.units.map((unit, index) => unit.slice(0, Math.max(0, end - Number(starts[index]))));
  const cuts = fuzzCase.cuts.filter((cut) => cut < end);
  return {
    ...fuzzCase,
    units: units.filter((unit) => unit !== ''),
    cuts,
    waits: fuzzCase.waits.slice(0, cuts.length + 1),
  };
}

/** Headers that Node's parser hands over at once. */
const mostFields = 32;

/** @param {string} unit */
function hasManyFields(unit) {
  return linesOf(unit).length > mostFields;
}

/** The lines of its head. @param {string} unit */
function linesOf(unit) {
  return (unit.split('\r\n\r\n', 1)[0] ?? '').split('\r\n');
}

/** Without unknown headers if there are many; split at the same places. @param {FuzzCase} fuzzCase @returns {FuzzCase} */
function withFewFields(fuzzCase) {
  const units = fuzzCase.units.map((unit) => (hasManyFields(unit) ? shortened(unit) : unit));
  const ends = [...startsOf(fuzzCase).slice(1), Number.POSITIVE_INFINITY];
  const cuts = fuzzCase.cuts.map((cut) => {
    const before = ends.findIndex((end) => cut <= end) + 1;
    const [old, now] = [fuzzCase.units, units].map((all) => all.slice(0, before).join('').length);
    return cut - Number(old) + Number(now);
  });
  return { ...fuzzCase, units, cuts: cuts.map((cut) => Math.max(cut, 0)).sort((a, b) => a - b) };
}

/** @param {string} unit */
function shortened(unit) {
  const lines = linesOf(unit);
  const few = lines.filter((line, at) => at === 0 || framing.test(line));
  return few.join('\r\n') + unit.slice(lines.join('\r\n').length);
}

const framing = /^(?:Host|Content-Length|Transfer-Encoding|Connection|Upgrade|Expect)[ \t]*:/i;

/** @param {Plan} plan */
function isInLaterTurn({ kind, delay }) {
  return delay === 'immediate' || kind === 'stream';
}

/** @param {Plan} plan @returns {Plan} */
function promptly({ kind, delay }) {
  return { kind: kind === 'stream' ? 'json' : kind, delay: delay === 'immediate' ? 'now' : delay };
}

/** The case with pauses that are long enough for that. @param {FuzzCase} fuzzCase @returns {FuzzCase} */
function paced(fuzzCase) {
  const pace = fuzzCase.cuts.length > 20 ? carryTime / 2 : carryTime;
  return { ...fuzzCase, rush: false, pace, patience: Math.max(fuzzCase.patience, carryTime) };
}

/**
 * Whether the client waits somewhere inside a head. The lane carries such a head for up to two ticks of its sweep before
 * Node sees it, so the response of Node may come later. It must come, though.
 *
 * @param {FuzzCase} fuzzCase
 */
export function pausesInsideHead(fuzzCase) {
  const stream = fuzzCase.units.join('');
  const pauses = [...fuzzCase.cuts, stream.length];
  return [...boundaries(fuzzCase)].some(({ start }) => {
    const end = stream.indexOf('\r\n\r\n', start);
    const headEnd = end === -1 ? Number.POSITIVE_INFINITY : end + 4;
    return pauses.some((pause) => pause > start && pause < headEnd);
  });
}

/**
 * The other permitted deliveries of a case to plain Node. The lane must do exactly what Node does for one of them. They stand
 * for two exemptions.
 *
 * Ticks: whether ticks and promise jobs run between two callbacks of the parser for the same chunk. They do where Node
 * reads natively. The lane, and Node with the first chunk that is handed over to it, reads a chunk to its end first.
 *
 * The one documented difference: a request that isn't ordinary, or a parse error, after responses that are still
 * pending, takes effect after they are sent. Node does the same when the client withholds those bytes until then.
 *
 * @param {FuzzCase} fuzzCase
 * @param {Observation} node What it did with everything at once.
 * @returns {Generator<Delivery>}
 */
export function* permitted(fuzzCase, node) {
  const starts = node.requests.length === 0 ? [] : oddStarts(fuzzCase);
  // The most likely match comes first.
  for (const start of starts) yield withheld([start], 'waits', 'release');
  yield atOnce;
  yield fed;
  for (let part = 1; part <= Math.min(fuzzCase.cuts.length, mostSwitches); part++)
    yield { ...inScript, nativeFrom: part };
  for (let part = 1; part <= Math.min(fuzzCase.cuts.length, mostSwitches); part++)
    yield { ...atOnce, fedFrom: part };
  const fins = waysOfEnding(fuzzCase);
  for (const [index, start] of starts.entries()) {
    for (const fin of fins) {
      for (const nativeFrom of natives) {
        // A connection that is back in the lane may be handed over once more.
        const returns = starts.slice(index + 1).map((later) => [start, later]);
        for (const stops of [[start], starts.slice(index), ...returns]) {
          yield withheld(stops, fin, nativeFrom);
          yield { ...withheld(stops, fin, nativeFrom), joined: true };
        }
      }
    }
  }
  for (const start of starts) yield* returning(start, starts, fuzzCase.cuts);
}

/**
 * After an odd request a connection returns to the lane, which reads some of the later parts, up to the next odd request.
 *
 * @param {number} start @param {readonly number[]} starts @param {readonly number[]} cuts
 * @returns {Generator<Delivery>}
 */
function* returning(start, starts, cuts) {
  const first = cuts.filter((cut) => cut <= start).length + 1;
  for (const [offset, cut] of cuts.slice(first - 1).entries()) {
    if (offset === mostReturns) return;
    const fedFrom = first + offset;
    yield { ...withheld([start], 'waits', 'release'), fedFrom };
    const later = starts.find((other) => other >= cut);
    if (later !== undefined) yield { ...withheld([start, later], 'waits', 'release'), fedFrom };
  }
}

/** A server stops reading only for what it can't send. @param {FuzzCase} fuzzCase @returns {readonly Delivery['fin'][]} */
function waysOfEnding({ arrangement, ending, units }) {
  if (ending !== 'fin') return ['waits'];
  const mayStop = arrangement === 'smallBuffer' || units.join('').length > mostUnsent;
  return mayStop ? ['waits', 'flushes', 'resumes', 'drops'] : ['waits', 'flushes', 'drops'];
}

/** Approximate number of bytes that can be echoed before a socket has reached its high-water mark. */
const mostUnsent = 10_000;

/** @param {readonly number[]} stops @param {Delivery['fin']} fin @param {Delivery['nativeFrom']} nativeFrom @returns {Delivery} */
function withheld(stops, fin, nativeFrom) {
  return { stops, fin, joined: false, nativeFrom };
}

/** More bytes for Node than the lane reads while they wait. */
const mostHeld = 65_536;

/** Whether the lane may stop reading until responses have left. @param {FuzzCase} fuzzCase */
export function holdsTooMuch(fuzzCase) {
  const [first] = oddStarts(fuzzCase);
  return first !== undefined && fuzzCase.units.join('').length - first > mostHeld;
}

/** Where requests begin that aren't ordinary, with another one before them. @param {FuzzCase} fuzzCase */
function oddStarts(fuzzCase) {
  const odd = [...boundaries(fuzzCase)].filter(({ start, isOrdinary }) => start > 0 && !isOrdinary);
  return [...new Set(odd.map(({ start }) => start))].sort((a, b) => a - b);
}

/**
 * The starts of odd requests. Both readings of `Connection: Keep-Alive` count, because the lane may treat it as ordinary.
 *
 * @param {FuzzCase} fuzzCase
 * @returns {Generator<{ start: number, isOrdinary: boolean }>}
 */
function* boundaries(fuzzCase) {
  const stream = fuzzCase.units.join('');
  const units = startsOf(fuzzCase);
  const { maxHeaderSize = 16_384 } = arrangements[fuzzCase.arrangement]?.options ?? {};
  for (const strict of [true, false]) {
    for (let start = 0; start < stream.length; ) {
      const end = endOfOrdinary(stream, start, maxHeaderSize, strict);
      yield { start, isOrdinary: end !== undefined };
      // Only a parser knows the end of an odd request, so continue at the next unit. Empty lines may have their own chunk.
      const from = start;
      start = end ?? afterEmptyLines(stream, from) ?? units.find((unit) => unit > from) ?? stream.length;
    }
  }
}

/** Where it goes on after the ends of lines at a place, if there are some. @param {string} stream @param {number} start */
function afterEmptyLines(stream, start) {
  const end = stream.slice(start).search(/[^\r\n]/);
  return end > 0 ? start + end : undefined;
}
