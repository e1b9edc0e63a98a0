import { expect, test } from 'vitest';
import { DOCUMENTED_CODES } from '../../packages/dev/src/internal/error/documented-codes.ts';
import { filesIn, readText } from '../check/files.mjs';
import { codesIn, documentedCodes, headingsOfCodes, usedCodes } from '../error-codes.mjs';
import { publicPackages, readWorkspace } from '../workspace.mjs';

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
