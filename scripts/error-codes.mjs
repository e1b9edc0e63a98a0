/** @module The codes of errors, warnings and problems in docs/error-codes.md. */
import { readText } from './check/files.mjs';

const PAGE = 'docs/error-codes.md';
const ENTRY = /^### (\S+)\n\n(`.*)\n\n([^\n]+(?:\n[^\n]+)*)\n\n\*\*Fix:\*\* /gm;

/**
 * @typedef {object} CodeEntry
 * @property {string} code
 * @property {string[]} packages
 * @property {string | undefined} status
 * @property {string} cause
 */

/** The entries of the page. @param {string} [text] @returns {CodeEntry[]} */
export function documentedCodes(text = readText(PAGE)) {
  return [...text.matchAll(ENTRY)].map(([, code = '', facts = '', cause = '']) => ({
    code,
    packages: [...facts.matchAll(/`([^`]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !/^\w+$/.test(name) || name === 'nextpress'),
    status: / · status (.*)$/.exec(facts)?.[1],
    cause: cause.replace(/\n/g, ' '),
  }));
}
