import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { errorPage } from '../src/internal/error/error-page.ts';
import { reportError } from '../src/internal/error/error-report.ts';
import { errorText } from '../src/internal/error/error-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'nextpress-report-'));
afterAll(() => rmSync(folder, { recursive: true }));
const root = join(folder, 'app');
const own = join(root, 'own.js');
const dependency = join(root, 'node_modules', 'a', 'index.js');
const outside = join(folder, 'outside.js');
for (const file of [own, dependency, outside]) {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `// ${file}\nconst secret = '<b>';\n`);
}

function errorAt(...places: string[]): Error {
  const error = new Error('failed');
  error.stack = ['Error: failed', ...places.map((place) => `    at ${place}`)].join('\n');
  return error;
}

describe('reportError', () => {
  test('shows the source around the first frame of the application', () => {
    const error = errorAt('node:internal/a:1:1', `${dependency}:1:1`, `main (${own}:2:7)`, `${own}:1:1`);
    const { snippet, frames } = reportError(error, root);
    expect(snippet).toMatchObject({ file: own, line: 2, column: 7, firstLine: 1 });
    expect(snippet?.lines[1]).toBe("const secret = '<b>';");
    expect(frames.map(({ isOwn }) => isOwn)).toEqual([false, false, true, true]);
    expect(errorText(reportError(error, root), false)).toContain('at … 2 of Node and dependencies\n');
  });

  test('reads file URLs with a query, and async frames', () => {
    expect(reportError(errorAt(`file://${own}?t=1:2:7`), root).snippet?.line).toBe(2);
    expect(reportError(errorAt(`async ${own}:2:7`), root).snippet?.line).toBe(2);
    expect(reportError(errorAt(`async main (file://${own}:2:7)`), root).snippet?.line).toBe(2);
  });

  test('reads the place that V8 writes before a syntax error', () => {
    const error = new SyntaxError('Unexpected token');
    error.stack = `file://${own}:2\nconst secret = '<b>';\n      ^^^^^^\n\nSyntaxError: Unexpected token`;
    expect(reportError(error, root).snippet).toMatchObject({ line: 2, column: 7 });
  });

  test('does not read sources outside the folder or of dependencies', () => {
    for (const file of [
      outside,
      dependency,
      join(root, '..', 'outside.js'),
      '/etc/passwd',
      join(root, 'missing.js'),
    ]) {
      expect(reportError(errorAt(`${file}:1:1`), root).snippet).toBeUndefined();
    }
  });

  test.each([['a string'], [null], [undefined], [Object.create(null)], [{ message: 1 }]])(
    'describes the thrown value %j',
    (thrown) => {
      const report = reportError(thrown, root);
      expect(typeof errorPage(report, true)).toBe('string');
      expect(typeof errorText(report, false)).toBe('string');
    },
  );

  test('does not read a file that the message mentions, that is not a source, or that a link leads to', () => {
    const secret = join(root, '.env');
    writeFileSync(secret, 'SECRET=1\n');
    expect(reportError(new Error(`bad\n    at a (${own}:1:1)`), root).snippet).toBeUndefined();
    expect(reportError(errorAt(`${secret}:1:1`), root).snippet).toBeUndefined();
    const link = join(root, 'link.js');
    symlinkSync(outside, link);
    expect(reportError(errorAt(`${link}:1:1`), root).snippet).toBeUndefined();
  });

  test('stops at circular causes', () => {
    const error = new Error('one', { cause: new Error('two') });
    (error.cause as Error).cause = error;
    expect(reportError(error, root).causes).toEqual(['two']);
  });
});

describe('the page', () => {
  test('escapes everything', () => {
    const error = errorAt(`<script> (${own}:2:7)`);
    error.message = '</title><script>alert(1)</script>';
    error.name = '<i>';
    Object.assign(error, { code: '"><img>' });
    const page = errorPage(
      reportError(error, root, {
        method: 'GET',
        target: '/<script>',
        route: '/<b>',
        params: { '<u>': '<script>' },
        layers: ['use(<script>)'],
        headers: { 'x-<b>': '<script>' },
        body: '<script>',
      }),
      true,
    );
    expect(page).not.toMatch(/<script|<img|<i>(?!\d)|<b>|<u>/);
  });

  test.each([['ERR_HTTP_HEADERS_SENT'], ['ERR_ROUTERS_TOO_DEEP']])('links to the entry of %s', (code) => {
    const report = reportError(Object.assign(new Error('failed'), { code }), root);
    const entry = `/docs/error-codes.md#${code.toLowerCase()}`;
    expect(errorPage(report, true)).toContain(`${entry}">Read more</a>`);
    expect(errorText(report, false)).toContain(`${entry}\n`);
  });

  test('does not link codes of the application', () => {
    const error = Object.assign(new Error('failed'), { code: 'ERR_OUT_OF_STOCK' });
    expect(errorPage(reportError(error, root), true)).not.toContain('Read more');
  });
});

test('text for terminals strips control sequences from messages', () => {
  const text = errorText(reportError(new Error('\u001b[2Jgone\u0007'), root), false);
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('\u0007');
});
