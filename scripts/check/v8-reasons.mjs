import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

const reach = 4;

/** A reason about V8 names the test that holds it. @type {import('./finding.mjs').Check} */
export function checkV8Reasons() {
  let count = 0;
  const faults = filesIn('packages', /\.ts$/)
    .filter((path) => path.includes('/src/'))
    .flatMap((path) => {
      const home = path.split('/').slice(0, 2).join('/');
      const lines = readText(path).split('\n');
      return lines.flatMap((line, index) => {
        if (!/\bV8:/.test(line)) return [];
        count++;
        const near = lines.slice(index, index + reach).join('\n');
        const proof = /proof: ([\w./-]+)/.exec(near)?.[1];
        if (proof !== undefined && existsSync(join(root, home, proof))) return [];
        return [
          {
            where: `${path}:${index + 1}`,
            problem: proof === undefined ? 'a reason without a proof' : `no file ${home}/${proof}`,
            remedy: `write the test and name it within ${reach - 1} lines: // proof: test/….shape.test.ts`,
          },
        ];
      });
    });
  return { facts: `${plural(count, 'reason')}, each with its test`, faults };
}
