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

/** 1, 2 and 5 of every power of ten in between; where there are many, 1 and 3. @param {number} from @param {number} to */
function ticksBetween(from, to) {
  const digits = to / from > 12 ? [1, 3] : [1, 2, 5];
  const ticks = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) {
    for (const digit of digits) ticks.push(Number((digit * 10 ** power).toPrecision(1)));
  }
  return ticks.filter((tick) => tick >= from && tick <= to);
}
