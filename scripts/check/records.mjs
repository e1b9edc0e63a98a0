import { basename } from 'node:path';
import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

/** @typedef {import('./finding.mjs').Problem} Problem */

const MAX_LINES = 60;

/** Decisions are numbered and short; changesets name packages that exist. @type {import('./finding.mjs').Check} */
export function checkRecords(workspace) {
  const names = new Set(workspace.map(({ name }) => name));
  const decisions = filesIn('docs/decisions', /\.md$/);
  const changesets = filesIn('.changeset', /\.md$/).filter((path) => basename(path) !== 'README.md');
  return {
    facts: `${plural(decisions.length, 'decision')}, ${plural(changesets.length, 'changeset')}`,
    problems: [
      ...decisions.flatMap(decisionProblems),
      ...changesets.flatMap((path) => changesetProblems(path, names)),
    ],
  };
}

/** @param {string} where @returns {Problem[]} */
function decisionProblems(where) {
  const number = /^(\d{4})-[a-z0-9-]+\.md$/.exec(basename(where))?.[1];
  if (number === undefined) {
    return [{ where, problem: 'has no number', remedy: 'name it NNNN-title.md' }];
  }
  const lines = readText(where).trimEnd().split('\n');
  const title = `# ${number}: `;
  return [
    ...(lines[0]?.startsWith(title)
      ? []
      : [{ where, problem: 'has no number in its title', remedy: `start with "${title}"` }]),
    ...(lines.length <= MAX_LINES
      ? []
      : [{ where, problem: `has ${lines.length} lines`, remedy: `shorten it to ${MAX_LINES}` }]),
  ];
}

/** @param {string} where @param {ReadonlySet<string>} names @returns {Problem[]} */
function changesetProblems(where, names) {
  const [, front = ''] = readText(where).split(/^---$/m);
  return [...front.matchAll(/^\s*["']([^"']+)["']:/gm)]
    .filter(([, name = '']) => !names.has(name))
    .map(([, name]) => ({
      where,
      problem: `names ${name}, which is not a package`,
      remedy: 'correct the name',
    }));
}
