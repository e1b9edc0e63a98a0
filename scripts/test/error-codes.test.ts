import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTED_CODES } from '../../packages/dev/src/internal/error/documented-codes.ts';
import { filesIn, readText } from '../check/files.mjs';
import { documentedCodes } from '../error-codes.mjs';
import { publicPackages, readWorkspace } from '../workspace.mjs';

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

/** The headings of the page, which should be entries. */
function headingsOfCodes(): string[] {
  return [...readText('docs/error-codes.md').matchAll(/^### (.*)$/gm)].map(([, title = '']) => title);
}

/** The codes in the sources, each with the packages that use it. */
function usedCodes(): Map<string, Set<string>> {
  const codes = new Map<string, Set<string>>();
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

/** The codes in a source, but not those that it compares with. */
function codesIn(source: string): string[] {
  const code = source.replace(COMMENT, '').replace(/[!=]==? *(['"`])\w+\1/g, '');
  return [...code.matchAll(CODE)].map(([, , found = '']) => found).filter((found) => !NOT_OURS.has(found));
}

/** The problems that `nextpress check` reports. */
function codesOfProblems(): string[] {
  const [, list = ''] =
    /readonly code:\n([\s\S]*?);/.exec(readText('packages/nextpress/src/check/problem.ts')) ?? [];
  return [...list.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code);
}

const documented = documentedCodes();
const used = usedCodes();

test('every code of the packages has an entry that names the packages', () => {
  const entries = new Map(documented.map(({ code, packages }) => [code, packages.toSorted()]));
  const expected = new Map([...used].map(([code, packages]) => [code, [...packages].sort()]));
  expect(Object.fromEntries(entries)).toEqual(Object.fromEntries(expected));
});

test('every heading of the page is an entry with packages, a cause and a remedy', () => {
  expect(documented.map(({ code }) => code)).toEqual(headingsOfCodes());
});

test('the development error page links to every code of an error', () => {
  const codes = documented.map(({ code }) => code).filter((code) => code.startsWith('ERR_'));
  expect([...DOCUMENTED_CODES]).toEqual(codes);
});

test('every warning with a code has the address of its entry', () => {
  const sources = publicPackages(readWorkspace()).flatMap(({ path }) => filesIn(`${path}/src`, /\.ts$/));
  const emits = sources.filter((file) => /emitWarning\([\s\S]*?code:?[\s,]/.test(readText(file)));
  expect(emits).toEqual(['packages/middleware/src/warn.ts']);
});

test('no code has two entries', () => {
  expect(new Set(headingsOfCodes()).size).toBe(headingsOfCodes().length);
});

test('codesIn finds the codes that a source gives to errors', () => {
  const source = `
    // 'ERR_COMMENT'
    /** 'ERR_DOCUMENTED' */
    throw new HttpError(400, 'ERR_ONE', 'https://example.com');
    Object.assign(error, { code: "ERR_TWO" });
    if (code === 'ERR_COMPARED' || error.code !== 'ERR_OTHER') code = 'ERR_MODULE_NOT_FOUND';
  `;
  expect(codesIn(source)).toEqual(['ERR_ONE', 'ERR_TWO']);
});

test('documentedCodes reads an entry', () => {
  const text =
    '### ERR_A\n\n`@nextpress/body`, `nextpress` · status 413\n\nToo many\nbytes.\n\n**Fix:** Send fewer.\n';
  expect(documentedCodes(text)).toEqual([
    { code: 'ERR_A', packages: ['@nextpress/body', 'nextpress'], status: '413', cause: 'Too many bytes.' },
  ]);
});
