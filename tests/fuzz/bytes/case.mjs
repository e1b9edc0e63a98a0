/**
 * One case: the bytes for both servers and the plans of their handlers. It is JSON, so that it can be stored and replayed.
 *
 * @typedef {object} FuzzCase
 * @property {string} arrangement The server's options and listeners, by name.
 * @property {string[]} units The stream: one string per request, one character per byte.
 * @property {number[]} cuts Where the stream is split: offsets, in order. Each part is read by the server on its own.
 * @property {number[]} waits For each part, the rounds of responses before it is sent.
 * @property {'fin' | 'reset' | 'open'} ending What the client does when everything is idle.
 * @property {boolean} rush The ending follows the last part at once.
 * @property {Plan[]} plans What the handlers do, in turn.
 * @property {Probe} probe What the handlers read.
 * @property {number} patience Milliseconds of silence before the ending.
 * @property {number} [pace] Milliseconds of silence after each part.
 *
 * @typedef {import('./plan.mjs').Plan} Plan
 *
 * @typedef {object} Probe
 * @property {boolean} events Listeners on every request and response.
 * @property {boolean} head The head is read when the handler starts.
 * @property {boolean} state The state is read when the handler starts, and after its response.
 * @property {boolean} facts The state is read at each of these events.
 * @property {boolean} socket The sockets are read as well.
 * @property {boolean} last Everything is read at the end; otherwise only what identifies requests.
 */

/** The parts of a case's stream. @param {FuzzCase} fuzzCase @returns {string[]} */
export function partsOf({ units, cuts }) {
  const stream = units.join('');
  const offsets = [0, ...new Set(cuts.filter((cut) => cut > 0 && cut < stream.length)), stream.length];
  return offsets.slice(1).map((end, index) => stream.slice(offsets[index], end));
}

/** Where each unit begins. @param {Pick<FuzzCase, 'units'>} fuzzCase @returns {number[]} */
export function startsOf({ units }) {
  let start = 0;
  return units.map((unit) => {
    start += unit.length;
    return start - unit.length;
  });
}
