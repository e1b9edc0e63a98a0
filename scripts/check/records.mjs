import { basename } from 'node:path';
import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

/** @typedef {import('./finding.mjs').Fault} Fault */

const mostLines = 60;
const leastSentence = 40;

/** Decisions are short and numbered without a gap; changesets speak to a user. @type {import('./finding.mjs').Check} */
export function checkRecords(workspace) {
  const names = new Set(workspace.map(({ name }) => name));
  const decisions = filesIn('docs/decisions', /\.md$/);
  const changesets = filesIn('.changeset', /\.md$/).filter((path) => basename(path) !== 'README.md');
  const faults = [
    ...decisions.flatMap(decisionFaults),
    ...changesets.flatMap((path) => changesetFaults(path, names)),
  ];
  return {
    facts: `${plural(decisions.length, 'decision')}, ${plural(changesets.length, 'changeset')}`,
    faults,
  };
}

/** @param {string} path @param {number} index @returns {Fault[]} */
function decisionFaults(path, index) {
  const number = /^(\d{4})-[a-z0-9-]+\.md$/.exec(basename(path))?.[1];
  if (number === undefined) {
    return [{ where: path, problem: 'has no number', remedy: 'name it NNNN-title.md' }];
  }
  const lines = readText(path).trimEnd().split('\n');
  const next = String(index + 1).padStart(4, '0');
  return [
    ...(number === next
      ? []
      : [
          {
            where: path,
            problem: `is number ${number} where ${next} comes next`,
            remedy: `number it ${next}`,
          },
        ]),
    ...(lines[0]?.startsWith(`# ${number}: `)
      ? []
      : [{ where: path, problem: 'has a heading without its number', remedy: `begin with "# ${number}: "` }]),
    ...(lines.length <= mostLines
      ? []
      : [{ where: path, problem: `${lines.length} lines`, remedy: `say it in ${mostLines}` }]),
  ];
}

/** @param {string} path @param {ReadonlySet<string>} names @returns {Fault[]} */
function changesetFaults(path, names) {
  const [, front = '', text = ''] = readText(path).split(/^---$/m);
  const unknown = [...front.matchAll(/^\s*["']([^"']+)["']:/gm)].filter(([, name = '']) => !names.has(name));
  return [
    ...unknown.map(([, name]) => ({
      where: path,
      problem: `names ${name}, which is no package`,
      remedy: 'mend the name',
    })),
    ...(text.trim().length >= leastSentence
      ? []
      : [
          {
            where: path,
            problem: 'says too little',
            remedy: `say in a sentence of ${leastSentence} characters or more what changes for a user`,
          },
        ]),
  ];
}
