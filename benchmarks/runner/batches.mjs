/**
 * Cuts a cycle into batches of a size, so many that the last ends where the cycle does.
 *
 * @param {number} cycle Its length.
 * @param {number} size
 * @returns {number[][]} places in the cycle
 */
export function batchesOfCycle(cycle, size) {
  return Array.from({ length: cycle / greatestCommonDivisor(cycle, size) }, (_, batch) =>
    Array.from({ length: size }, (_, index) => (batch * size + index) % cycle),
  );
}

/** @param {number} a @param {number} b @returns {number} */
function greatestCommonDivisor(a, b) {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
