import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

/** Up to the name of its test, within three lines. */
const REASON = /\bV8:.*(?:(?:\n.*){0,3}?proof: ([\w./-]+))?/g;

/** Each comment that explains code by V8 names the test that proves it. @type {import('./finding.mjs').Check} */
export function checkV8Reasons() {
  const reasons = filesIn('packages', /\.ts$/)
    .filter((path) => path.includes('/src/'))
    .flatMap((path) =>
      [...readText(path).matchAll(REASON)].map(([, proof = 'none']) => ({
        where: path,
        proof: join(path.split('/').slice(0, 2).join('/'), proof),
      })),
    );
  return {
    facts: `${plural(reasons.length, 'V8 reason')} with a test`,
    problems: reasons
      .filter(({ proof }) => !existsSync(join(root, proof)))
      .map(({ where, proof }) => ({
        where,
        problem: `a V8 reason without a test: ${proof} does not exist`,
        remedy: 'name one within three lines: // proof: test/….shape.test.ts',
      })),
  };
}
