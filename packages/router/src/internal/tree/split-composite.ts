/** @module Hot: runs each time that a lookup tries a segment with several parameters. */
import type { CaptureRule } from './route-node.ts';
import { literalStandsAt } from './same-text.ts';

/**
 * Splits a segment into parameters, and writes the start and end of each to `slots`. From the right, every parameter
 * has one possible start.
 */
export function splitComposite(
  path: string,
  start: number,
  segmentEnd: number,
  rule: CaptureRule,
  fold: boolean,
  slots: Int32Array,
): boolean {
  const { separators, constraints, slot } = rule;
  const last = separators.length - 1;
  const tail = separators[last] as string;
  let end = segmentEnd - tail.length;
  if (end <= start || !literalStandsAt(path, tail, end, fold)) return false;
  for (let i = last; i >= 0; i--) {
    const separator = i === 0 ? '' : (separators[i - 1] as string);
    const constraint = constraints[i];
    const before =
      i === 0 ? start : separatorBefore(path, separator, start, end, fold, constraint === undefined);
    const from = before + separator.length;
    if (before < start || from >= end || constraint?.accepts(path, from, end) === false) return false;
    slots[slot + 2 * i] = from;
    slots[slot + 2 * i + 1] = end;
    end = before;
  }
  return true;
}

/**
 * The start of the separator before the value that ends at `end`, or -1.
 *
 * @param isFree - whether the value has no constraint. Constraints exclude the separator's last character.
 */
function separatorBefore(
  path: string,
  separator: string,
  start: number,
  end: number,
  fold: boolean,
  isFree: boolean,
): number {
  const { length } = separator;
  let at = end - length - 1;
  while (at >= start && !literalStandsAt(path, separator, at, fold)) at--;
  if (at < start) return -1;
  if (!isFree) return at;
  for (let i = Math.max(at + length, end - length); i < end; i++) {
    if (!literalStandsAt(path, separator, i, fold)) continue;
    // The value contains its separator, which is allowed only if they are equal.
    const own = end - 2 * length;
    const isOwn =
      own >= start &&
      literalStandsAt(path, separator, own, fold) &&
      literalStandsAt(path, separator, end - length, fold);
    return isOwn ? own : -1;
  }
  return at;
}
