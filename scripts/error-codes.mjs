/** @module The codes of errors, warnings and problems: those in docs/error-codes.md, and those in the sources. */
import { basename } from 'node:path';
import { filesIn, readText } from './check/files.mjs';
import { publicPackages, readWorkspace } from './workspace.mjs';

const PAGE = 'docs/error-codes.md';
const ENTRY = /^### (\S+)\n\n(`.*)\n\n([^\n]+(?:\n[^\n]+)*)\n\n\*\*Fix:\*\* /gm;
const CODE = /(?<![\w.])(['"`])((?:ERR|NEXTPRESS)_[A-Z0-9_]+)\1/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;

/** Node's codes, which the packages compare or imitate, and names that are not those of errors. */
const NOT_OURS = new Set([
  'ERR_BUFFER_TOO_LARGE',
  'ERR_HTTP_SOCKET_ENCODING',
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  // Types of messages between processes, and names of asynchronous resources.
  'NEXTPRESS_CLUSTER',
  'NEXTPRESS_DEV',
  'NEXTPRESS_RESPONSE',
  'NEXTPRESS_WRITE',
]);

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

/** The headings that should be entries. @param {string} [text] */
export function headingsOfCodes(text = readText(PAGE)) {
  return [...text.matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);
}

/** The codes in the sources, each with the packages that use it. @returns {Map<string, Set<string>>} */
export function usedCodes() {
  /** @type {Map<string, Set<string>>} */
  const codes = new Map();
  for (const { name, path } of publicPackages(readWorkspace())) {
    for (const file of filesIn(`${path}/src`, /\.ts$/)) {
      // The advice of the development page is about errors of others.
      if (basename(file) === 'advice.ts') continue;
      for (const code of codesIn(readText(file))) codes.set(code, (codes.get(code) ?? new Set()).add(name));
    }
  }
  for (const code of codesOfProblems()) codes.set(code, new Set(['nextpress']));
  return codes;
}

/** The codes in a source, but not those that it compares with. @param {string} source */
export function codesIn(source) {
  const code = source.replace(COMMENT, '').replace(/[!=]==? *(['"`])\w+\1/g, '');
  return [...code.matchAll(CODE)].map(([, , found = '']) => found).filter((found) => !NOT_OURS.has(found));
}

/** The problems that `nextpress check` reports. */
function codesOfProblems() {
  const [, list = ''] =
    /readonly code:\n([\s\S]*?);/.exec(readText('packages/nextpress/src/check/problem.ts')) ?? [];
  return [...list.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code);
}
