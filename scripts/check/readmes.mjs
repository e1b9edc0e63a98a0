import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { readText } from './files.mjs';

const blocks = ['Install', 'Use', 'API', 'Limits', 'Speed', 'Licence'];
const most = 120;

/** Every package's README has the same blocks in the same order, and an end. @type {import('./finding.mjs').Check} */
export function checkReadmes(workspace) {
  const published = publicPackages(workspace);
  const faults = published.flatMap(({ path }) => {
    const where = `${path}/README.md`;
    const lines = readText(where).trimEnd().split('\n');
    const found = headings(lines).join(', ');
    return [
      ...(found === blocks.join(', ')
        ? []
        : [
            { where, problem: `has the blocks ${found || 'none'}`, remedy: `make them ${blocks.join(', ')}` },
          ]),
      ...(lines.length <= most
        ? []
        : [
            { where, problem: `${lines.length} lines`, remedy: `keep it to ${most}; move the rest to docs/` },
          ]),
    ];
  });
  return { facts: `${plural(published.length, 'README')}, ${blocks.length} blocks each`, faults };
}

/** @param {string[]} lines */
function headings(lines) {
  let fenced = false;
  return lines.flatMap((line) => {
    if (line.startsWith('```')) fenced = !fenced;
    return !fenced && line.startsWith('## ') ? [line.slice(3)] : [];
  });
}
