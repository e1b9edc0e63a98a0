/**
 * What a command of the gate has counted in its closing line, such as "Tests  1 failed | 12 passed (13)".
 *
 * @param {{ code: number, output: string }} stage
 * @returns {{ passed: number, failed: number, skipped?: string }} `skipped` is the reason if nothing ran.
 */
export function outcomeOf({ code, output }) {
  const closing =
    output.split('\n').findLast((line) => /^ *[A-Z][a-z]+ +\d+ (?:passed|failed)\b.*\(\d+\)/.test(line)) ??
    '';
  const count = (/** @type {string} */ what) => Number(new RegExp(`(\\d+) ${what}`).exec(closing)?.[1] ?? 0);
  const passed = count('passed');
  const failed = count('failed');
  if (code !== 0) return { passed, failed: Math.max(failed, 1) };
  if (passed > 0) return { passed, failed };
  const skipped =
    count('skipped') > 0 ? `${count('skipped')} parts` : /^ *skipped: (.*\S)/m.exec(output)?.[1];
  // A command that passes without a count has tested nothing.
  return skipped === undefined ? { passed, failed: Math.max(failed, 1) } : { passed, failed, skipped };
}

/** Tests that failed, by the marks of Vitest and of the commands, and how the stage ended. @param {string} output */
export function excerptOf(output) {
  const lines = output.split('\n');
  const near = new Set(
    lines.flatMap((line, index) =>
      /^ *(?:FAIL|✗|×) /.test(line) ? Array.from({ length: 30 }, (_, after) => index + after) : [],
    ),
  );
  return [...lines.filter((_, index) => near.has(index)).slice(0, 150), ...lines.slice(-30)].join('\n');
}
