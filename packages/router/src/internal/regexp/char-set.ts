/** A set of UTF-16 code units: inclusive ranges, ascending, neither touching nor overlapping. */
export type CharSet = readonly (readonly [low: number, high: number])[];

const LAST = 0xffff;

/** Builds a set from `ranges`, which may overlap and be in any order. */
export function charSet(ranges: CharSet): CharSet {
  const merged: [number, number][] = [];
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

/** All code units that are not in `set`. */
export function complement(set: CharSet): CharSet {
  const gaps: [number, number][] = [];
  let from = 0;
  for (const [low, high] of set) {
    if (low > from) gaps.push([from, low - 1]);
    from = high + 1;
  }
  if (from <= LAST) gaps.push([from, LAST]);
  return gaps;
}

/** Whether the code unit is in `set`. */
export function holds(set: CharSet, code: number): boolean {
  return set.some(([low, high]) => low <= code && code <= high);
}

/** The only member of a set, if it has exactly one. */
export function single(set: CharSet): number | undefined {
  const [range] = set;
  return set.length === 1 && range !== undefined && range[0] === range[1] ? range[0] : undefined;
}

/** The set with its ASCII letters in both cases. */
export function foldCase(set: CharSet): CharSet {
  const ranges = set.slice();
  for (const [low, high] of set) {
    const upper = [Math.max(low, 0x41), Math.min(high, 0x5a)] as const;
    const lower = [Math.max(low, 0x61), Math.min(high, 0x7a)] as const;
    if (upper[0] <= upper[1]) ranges.push([upper[0] + 0x20, upper[1] + 0x20]);
    if (lower[0] <= lower[1]) ranges.push([lower[0] - 0x20, lower[1] - 0x20]);
  }
  return charSet(ranges);
}
