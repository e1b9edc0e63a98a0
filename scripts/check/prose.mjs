import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

/** @typedef {import('./finding.mjs').Problem} Problem */

const TEXT = /\.(?:md|[cm]?ts|[cm]?js|jsonc|jsonl|yml|sh)$|^package\.json$|^run$/;
/** This list itself, and names of tests in Node's repository. */
const QUOTED = /^scripts\/check\/prose|\/known-failures\.json$/;

/** Words with a private meaning in earlier texts, what to say, and the files in which a word has its usual meaning. Add one when a review finds it. @type {[RegExp, string, RegExp?][]} */
const WORDS = [
  [/\boctets?\b/, 'byte'],
  [/\bmend(?:s|ed|ing)?\b/, 'fix'],
  [/\bbeside\b/, 'next to, compared with, with'],
  // `behind` is also an option of `listen`.
  [
    /(?<![`'"{] ?)\bbehind\b(?![:?`'"])(?! (?:\w+ ){0,3}(?:prox|load balancer|nginx|gateway|cdn|envoy))/,
    'after, below',
  ],
  [/\banswer(?:s|ed|ing)?\b/, 'response, respond'],
  // The chaos tests inject faults.
  [/\bfaults?\b/, 'error, failure, problem', /^chaos\//],
  [/\b(?:somebody|anybody|nobody|who(?:m)?ever)\b/, 'user code, the client, the server'],
  [/\bdear(?:er|est)?\b/, 'expensive'],
  [/\banew\b/, 'again'],
  [/\bin the midst\b/, 'in the middle, during'],
  [/\bat rest\b/, 'idle'],
  [/\bcodings?\b/, 'encoding'],
];

/** Phrases that are quoted from a standard, or in which a word has its usual meaning. */
const ALLOWED = [
  'ERR_BEHIND_REFUSED',
  'ERR_CONTENT_CODING',
  'ERR_TRANSFER_CODING',
  'application/octet-stream',
  'octet-stream',
  'transfer coding',
  'transfer-coding',
];

/** Names, comments, strings and documents avoid these words. @type {import('./finding.mjs').Check} */
export function checkProse() {
  const files = filesIn('', TEXT).filter((path) => !QUOTED.test(path));
  return { facts: plural(files.length, 'file'), problems: files.flatMap(problemsOf) };
}

/** @param {string} path @returns {Problem[]} */
function problemsOf(path) {
  return [path, ...readText(path).split('\n')].flatMap((line, number) => {
    const words = wordsOf(line);
    return WORDS.flatMap(([pattern, better, usual]) => {
      if (usual?.test(path)) return [];
      const word = pattern.exec(words)?.[0];
      if (word === undefined) return [];
      const where = number === 0 ? path : `${path}:${number}`;
      return [{ where, problem: `the word "${word}"`, remedy: `say ${better}` }];
    });
  });
}

/** Splits names into words, so that `answerError` has the word "answer". @param {string} line */
function wordsOf(line) {
  return ALLOWED.reduce((text, phrase) => text.replaceAll(phrase, ''), line)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
}
