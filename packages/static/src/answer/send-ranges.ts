/** @module Hot: `Range` as npm's range-parser reads it. */

import type { ByteRange } from '@nextpress/semantics/range';
import { combineRanges } from '@nextpress/semantics/range';

const DIGITS = /^\d+$/;

/**
 * The ranges that can be satisfied, overlapping and adjoining ones as one.
 *
 * @returns `undefined` for a header to ignore
 */
export function sendRanges(header: string, size: number): readonly ByteRange[] | 'unsatisfiable' | undefined {
  const ranges: ByteRange[] = [];
  for (const text of header.slice(header.indexOf('=') + 1).split(',')) {
    const dash = text.indexOf('-');
    const [first, last] = [text.slice(0, Math.max(dash, 0)).trim(), text.slice(dash + 1).trim()];
    const start = first === '' ? size - position(last) : position(first);
    const end = first === '' || last === '' ? size - 1 : Math.min(position(last), size - 1);
    if (dash === -1 || Number.isNaN(start) || Number.isNaN(end)) return undefined;
    if (start >= 0 && start <= end) ranges.push({ start, end });
  }
  return ranges.length === 0 ? 'unsatisfiable' : combineRanges(ranges);
}

function position(text: string): number {
  return DIGITS.test(text) ? Number(text) : Number.NaN;
}
