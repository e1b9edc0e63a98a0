import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../root.mjs';
import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

/** Links inside the repository lead somewhere. @type {import('./finding.mjs').Check} */
export function checkLinks() {
  let count = 0;
  const faults = filesIn('', /\.md$/).flatMap((path) => {
    const text = readText(path).replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ''));
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap((match) => {
      const [target = '', anchor] = (match[1] ?? '').split('#');
      if (/^[a-z]+:/.test(target)) return [];
      count++;
      const file = target === '' ? path : join(dirname(path), target);
      const line = text.slice(0, match.index).split('\n').length;
      const where = `${path}:${line}`;
      if (!existsSync(join(root, file))) {
        return [{ where, problem: `${match[1]} leads nowhere`, remedy: `create ${file} or mend the link` }];
      }
      if (anchor === undefined || !file.endsWith('.md') || anchorsOf(readText(file)).has(anchor)) return [];
      return [{ where, problem: `${file} has no heading #${anchor}`, remedy: 'mend the link' }];
    });
  });
  return { facts: plural(count, 'link'), faults };
}

/** @param {string} text */
function anchorsOf(text) {
  return new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
