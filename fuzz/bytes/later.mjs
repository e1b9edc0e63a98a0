/**
 * @module What isn't ordinary behind responses that are still pending takes effect after they are sent. Node, which is given
 * the bytes when nothing is pending any more, shows the latest moment for that, and Node, which has them at once, the
 * soonest: where only the moment differs, the lane's must lie between the two.
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
    JSON.stringify(timeless(other, lane)) === JSON.stringify(timeless(lane, lane)) &&
    lane.rests.at(-1) === other.rests.at(-1) &&
    lane.rests.every((rest, index) =>
      isBetween(
        rest,
        [soonest, latest].map(({ rests }) => rests[index] ?? rests.at(-1) ?? ''),
      ),
    )
  );
}

/** @param {Observation} observation @param {Observation} lane */
function timeless({ rests: _, requests, ...rest }, lane) {
  return { ...rest, requests: requests.map((request, index) => inItsTurn(request, lane.requests[index])) };
}

/** @typedef {Record<string, unknown> & { 'start sockets'?: Record<string, unknown> }} Report */

/**
 * A response that isn't alone has no socket when its handler starts, and one that has waited to be alone has it.
 *
 * @param {unknown} request
 * @param {unknown} lanes The same in the lane.
 */
function inItsTurn(request, lanes) {
  const [one, other] = /** @type {(Report | undefined)[]} */ ([request, lanes]);
  const sockets = one?.['start sockets'];
  if (sockets?.res !== 'null' || other?.['start sockets']?.res !== 'own') return request;
  return { ...one, 'start sockets': { ...sockets, res: 'own', responseConnection: 'own' } };
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
