/**
 * @module A request that is not ordinary takes effect after the pending responses before it. Node with the bytes delivered when
 * nothing is pending shows the latest moment, and Node with the bytes delivered at once the soonest: if only the moment
 * differs, that of the lane must lie between the two.
 *
 * @typedef {import('./exchange.mjs').Observation} Observation
 */

/**
 * @param {Observation} other What Node did in one of the permitted ways.
 * @param {Observation} lane
 * @param {Observation} soonest
 * @param {Observation} latest
 */
export function isMerelyLater(other, lane, soonest, latest) {
  return (
    JSON.stringify(timeless(other, lane, latest)) === JSON.stringify(timeless(lane, lane, latest)) &&
    lane.rests.at(-1) === other.rests.at(-1) &&
    // A client that waits longer is idle more often.
    lane.rests.length >= Math.min(soonest.rests.length, latest.rests.length) &&
    lane.rests.every((rest, index) =>
      isBetween(
        rest,
        [soonest, latest].map(({ rests }) => rests[index] ?? rests.at(-1) ?? ''),
      ),
    )
  );
}

/**
 * Destroying a connection with unread bytes resets it, and withheld bytes cannot be unread. Returns the observation without
 * that reset.
 *
 * @param {Observation} observation
 * @returns {Observation}
 */
export function withoutReset({ rests, ...rest }) {
  return { ...rest, rests: rests.map((line) => line.replace(', ECONNRESET,', ', ended,')) };
}

/** @param {Observation} observation @param {Observation} lane @param {Observation} latest */
function timeless({ rests: _, requests, ...rest }, lane, latest) {
  const inTurn = requests.map((request, index) =>
    [lane, latest].every(({ requests }) => socketOf(requests[index]) === 'own')
      ? inItsTurn(request)
      : request,
  );
  return { ...rest, requests: inTurn };
}

/** @typedef {Record<string, unknown> & { 'start sockets'?: Record<string, unknown> }} Report */

/**
 * A response that isn't alone has no socket when its handler starts, and one that has waited to be alone has it.
 *
 * @param {unknown} request
 */
function inItsTurn(request) {
  if (socketOf(request) !== 'null') return request;
  const report = /** @type {Report} */ (request);
  const sockets = { ...report['start sockets'], res: 'own', responseConnection: 'own' };
  return { ...report, 'start sockets': sockets };
}

/** What a response's socket was when its handler started. @param {unknown} request */
function socketOf(request) {
  return /** @type {Report | undefined} */ (request)?.['start sockets']?.res;
}

/** @param {string} rest @param {readonly string[]} bounds */
function isBetween(rest, bounds) {
  const [here, ...ends] = [rest, ...bounds].map(read);
  return (
    ends.some(({ fate }) => fate === here?.fate) &&
    isWithin(
      here?.bytes,
      ends.map(({ bytes }) => bytes),
    ) &&
    isWithin(
      here?.requests,
      ends.map(({ requests }) => requests),
    )
  );
}

/** @param {number | undefined} value @param {readonly number[]} ends */
function isWithin(value = Number.NaN, ends) {
  return value >= Math.min(...ends) && value <= Math.max(...ends);
}

/** What the client had at a rest. @param {string} rest */
function read(rest) {
  const [, bytes, fate, requests] = /^(\d+) bytes, (.*), (\d+) requests$/.exec(rest) ?? [];
  return { bytes: Number(bytes), fate, requests: Number(requests) };
}
