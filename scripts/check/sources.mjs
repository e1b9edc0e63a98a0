import { basename } from 'node:path';
import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

/** @typedef {import('./finding.mjs').Fault} Fault */

const mostLines = 400;
/** A table of contents: a package with more is two. */
const mostReexports = 20;
/** Named by Express: other packages import them by these paths. */
const namedByExpress = /^packages\/express\/src\/lib\//;
const vague = /^(utils?|helpers?|common|misc|shared|stuff)\b/;

/** What no source says: pattern, problem, remedy. @type {readonly [RegExp, string, string][]} */
const unsaid = [
  [/\bTODO\b|\bFIXME\b/, 'has a note to self', 'do it, or open an issue'],
  [/biome-ignore/, 'silences biome', 'mend the cause'],
  [/@ts-(ignore|expect-error|nocheck)/, 'silences the type checker', 'mend the cause'],
  [/\bconsole\.log\(/, 'writes to the console', 'throw, or give the caller an event or a hook'],
  [/\bnew Function\(|\beval\(/, 'generates code', 'write the code (style, rule 14)'],
];

/** Sources are small, named for one noun, and silent. @type {import('./finding.mjs').Check} */
export function checkSources() {
  const sources = filesIn('packages', /\.ts$/).filter((path) => path.includes('/src/'));
  const scripts = ['scripts', 'benchmarks', 'examples'].flatMap((room) => filesIn(room, /\.mjs$/));
  const faults = [
    ...sources.flatMap((path) => [...indexFaults(path), ...wordFaults(path)]),
    ...[...sources, ...scripts].flatMap((path) => [...nameFaults(path), ...lengthFaults(path)]),
  ];
  const lines = sources.reduce((sum, path) => sum + readText(path).split('\n').length, 0);
  return { facts: `${plural(sources.length, 'file')}, ${lines} lines`, faults };
}

/** @param {string} path @returns {Fault[]} */
function nameFaults(path) {
  const name = basename(path);
  if (vague.test(name) && !namedByExpress.test(path)) {
    return [{ where: path, problem: 'has a name that fits anything', remedy: 'name it for its one noun' }];
  }
  if (/^[a-z0-9]+(-[a-z0-9]+)*(\.\w+)+$/.test(name)) return [];
  return [{ where: path, problem: 'is not in kebab-case', remedy: 'rename it' }];
}

/** @param {string} path @returns {Fault[]} */
function lengthFaults(path) {
  const lines = readText(path).split('\n').length;
  if (lines <= mostLines) return [];
  return [{ where: path, problem: `${lines} lines`, remedy: `split it by noun; the most is ${mostLines}` }];
}

/** @param {string} path @returns {Fault[]} */
function indexFaults(path) {
  if (basename(path) !== 'index.ts') return [];
  const text = readText(path);
  const statements = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .split(';')
    .filter((text) => text.trim() !== '');
  const others = statements.filter((text) => !/^\s*export (type )?\{[^}]*\} from /.test(text));
  const remedy = 'leave only named re-exports in it';
  return [
    ...(statements.length <= mostReexports
      ? []
      : [{ where: path, problem: `${statements.length} re-exports, over ${mostReexports}`, remedy }]),
    ...others.map((text) => ({ where: path, problem: `holds ${text.trim().slice(0, 40)}`, remedy })),
  ];
}

/** @param {string} path @returns {Fault[]} */
function wordFaults(path) {
  return readText(path)
    .split('\n')
    .flatMap((line, index) => {
      const comment = /^\s*\*/.test(line);
      return unsaid
        .filter(([pattern]) => pattern.test(line))
        .filter(([, problem]) => !(comment && problem === 'writes to the console'))
        .map(([, problem, remedy]) => ({ where: `${path}:${index + 1}`, problem, remedy }));
    });
}
