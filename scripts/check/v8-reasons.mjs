import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

const LINES = 4;

/** Each comment that explains code by V8 names the test that proves it. @type {import('./finding.mjs').Check} */
export function checkV8Reasons() {
  let count = 0;
  const problems = filesIn('packages', /\.ts$/)
    .filter((path) => path.includes('/src/'))
    .flatMap((path) => {
      const folder = path.split('/').slice(0, 2).join('/');
      const lines = readText(path).split('\n');
      return lines.flatMap((line, index) => {
        if (!/\bV8:/.test(line)) return [];
        count++;
        const near = lines.slice(index, index + LINES).join('\n');
        const proof = /proof: ([\w./-]+)/.exec(near)?.[1];
        if (proof !== undefined && existsSync(join(root, folder, proof))) return [];
        return [
          {
            where: `${path}:${index + 1}`,
            problem: proof === undefined ? 'a V8 reason without a proof' : `no file ${folder}/${proof}`,
            remedy: `name a test within ${LINES - 1} lines: // proof: test/….shape.test.ts`,
          },
        ];
      });
    });
  return { facts: `${plural(count, 'V8 reason')} with a test`, problems };
}
