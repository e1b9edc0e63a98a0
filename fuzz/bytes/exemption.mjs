import { arrangements } from './arrangements.mjs';
import { startsOf } from './case.mjs';
import { endOfOrdinary } from './ordinary.mjs';

/**
 * @typedef {import('./case.mjs').FuzzCase} FuzzCase
 * @typedef {import('./exchange.mjs').Observation} Observation
 * @typedef {import('./exchange.mjs').Withheld} Withheld
 */

/**
 * The one documented difference: a request that isn't ordinary, or a parse error, behind responses that are still pending,
 * takes effect after they are sent. It is not waved through. Node is asked what it does when the client itself withholds
 * those bytes until the responses are there: the lane must do exactly that.
 *
 * @param {FuzzCase} fuzzCase
 * @param {Observation} node What it did with everything at once.
 * @returns {Withheld[]} the deliveries to try
 */
export function permitted(fuzzCase, node) {
  if (node.requests.length === 0) return [];
  return oddStarts(fuzzCase).flatMap((from) =>
    fuzzCase.ending === 'fin'
      ? [
          { from, finWaits: true },
          { from, finWaits: false },
        ]
      : [{ from, finWaits: true }],
  );
}

/** Where requests begin that aren't ordinary, with another one before them. @param {FuzzCase} fuzzCase @returns {number[]} */
function oddStarts(fuzzCase) {
  const stream = fuzzCase.units.join('');
  const units = startsOf(fuzzCase);
  const { maxHeaderSize = 16_384 } = arrangements[fuzzCase.arrangement]?.options ?? {};
  const odd = [];
  for (let start = 0; start < stream.length; ) {
    const end = endOfOrdinary(stream, start, maxHeaderSize);
    if (end === undefined && start > 0) odd.push(start);
    // Where an odd request ends only a parser can tell: the next unit is the next chance.
    const from = start;
    start = end ?? units.find((unit) => unit > from) ?? stream.length;
  }
  return odd;
}
