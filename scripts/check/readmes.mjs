import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { readText } from './files.mjs';

const HEADINGS = ['Install', 'Use', 'API', 'Limits', 'Speed', 'License'];
/** With the table of a benchmark. */
const MAX_LINES = 130;

/** The README of each package has the same headings in the same order. @type {import('./finding.mjs').Check} */
export function checkReadmes(workspace) {
  const published = publicPackages(workspace);
  const expected = HEADINGS.join(', ');
  const problems = published.flatMap(({ path }) => {
    const where = `${path}/README.md`;
    const text = readText(where).trimEnd();
    const found = headings(text).join(', ');
    const lines = text.split('\n').length;
    const remedy = `use the headings ${expected}`;
    return [
      ...(found === expected ? [] : [{ where, problem: `has the headings ${found || 'none'}`, remedy }]),
      ...(lines <= MAX_LINES
        ? []
        : [
            {
              where,
              problem: `has ${lines} lines`,
              remedy: `keep at most ${MAX_LINES}; move the rest to docs/`,
            },
          ]),
    ];
  });
  return { facts: plural(published.length, 'README'), problems };
}

/** @param {string} text */
function headings(text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
}
