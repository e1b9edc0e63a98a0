import { plural } from './terminal.mjs';

/**
 * What a command of the gate has counted in its closing line, such as "Tests  1 failed | 12 passed (13)".
 *
 * @param {{ code: number, output: string }} stage
 * @returns {{ passed: number, failed: number, skipped?: string }} `skipped` says what did not run, and why.
 */
export function outcomeOf({ code, output }) {
  const closing =
    output.split('\n').findLast((line) => /^ *[A-Z][a-z]+ +\d+ (?:passed|failed)\b.*\(\d+\)/.test(line)) ??
    '';
  const count = (/** @type {string} */ what) => Number(new RegExp(`(\\d+) ${what}`).exec(closing)?.[1] ?? 0);
  const passed = count('passed');
  const failed = count('failed');
  const total = /\((\d+)\)/.exec(closing)?.[1] ?? '0';
  if (code !== 0) return { passed, failed: Math.max(failed, 1) };
  const skipped = skippedIn(output, { count: count('skipped'), total });
  const isSkipped = count('skipped') > 0 || /^ *skipped: /m.test(output);
  // A command that passes without a count has tested nothing.
  if (passed === 0 && !isSkipped) return { passed, failed: Math.max(failed, 1) };
  return skipped === '' ? { passed, failed } : { passed, failed, skipped };
}

/**
 * The reasons that a command has printed, and the number of its parts unless each has a reason.
 *
 * @param {string} output
 * @param {{ count: number, total: string }} parts
 */
function skippedIn(output, { count, total }) {
  const lines = [...output.matchAll(/^ *(?:[-✓] .*?)?\bskipped[:,] +(\S.*?)(?: +[\d.]+ s)?$/gm)];
  const reasons = lines.map(([, reason = '']) => reason);
  return [...new Set(reasons), ...(count > reasons.length ? [`${count} of ${total}`] : [])].join('; ');
}

/** The last line of the gate. @param {{ passed: number, failed: number, skips: readonly string[] }} sum */
export function closingLine({ passed, failed, skips }) {
  const skipped = skips.length === 0 ? '' : `, ${plural(skips.length, 'stage')} skipped: ${skips.join(', ')}`;
  return `${passed} passed, ${failed} failed${skipped}`;
}
