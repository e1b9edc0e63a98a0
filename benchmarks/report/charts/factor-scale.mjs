/**
 * A scale on which equal factors are equally far apart, with room at both ends.
 *
 * @param {number} least
 * @param {number} most
 * @param {{ guide?: number }} [guide]
 * @returns {import('../chart.mjs').Chart['scale']}
 */
export function factorScale(least, most, guide = {}) {
  const [from, to] = [least / 1.12, most * 1.12];
  return { type: 'log', from, to, ticks: ticksBetween(from, to), format: '~r', ...guide };
}

/** The digits of ticks, within a power of ten. */
const digits = [
  [1, 3],
  [1, 2, 5],
  [1, 1.5, 2, 3, 5, 7],
  [1, 1.1, 1.2, 1.3, 1.5, 1.7, 2, 2.5, 3, 4, 5, 6, 7, 8, 9],
];
const FEWEST = 3;

/** As few as say what the scale is. @param {number} from @param {number} to */
function ticksBetween(from, to) {
  const sets = digits.map((some) => ticksOf(some, from, to));
  return sets.find(({ length }) => length >= FEWEST) ?? sets.at(-1) ?? [];
}

/** @param {readonly number[]} some Digits. @param {number} from @param {number} to */
function ticksOf(some, from, to) {
  const ticks = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) {
    for (const digit of some) ticks.push(Number((digit * 10 ** power).toPrecision(2)));
  }
  return ticks.filter((tick) => tick >= from && tick <= to);
}
