import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { capture } from '../../child.mjs';
import { instrument } from '../../documented/instrument.mjs';

const assertions = new URL('../../documented/assertions.mjs', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'documented-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
async function run(code: string): Promise<{ code: number; output: string }> {
  const file = join(folder, `${count++}.mjs`);
  writeFileSync(
    file,
    instrument(code, (specifier) => specifier, assertions),
  );
  return capture(process.execPath, [file]);
}

test.each([
  ['an expression', "'a'.length; // => 1"],
  ['an awaited expression', 'await Promise.resolve({ a: [1] }); // => { a: [1] }'],
  ['an expression over several lines', '[1, 2]\n  .map((n) => n * 2)\n  .join(); // => "2,4"'],
  ['a declared variable', 'const total: number = 1 + 1; // => 2'],
  ['a logged value', "console.log('a' + 'b'); // => 'ab'"],
  ['an object without a prototype', '({ __proto__: null, a: 1 }); // => { a: 1 }'],
  ['a comment on its own line', '1 + 1;\n// => 2'],
  ['a value inside a function', 'const f = () => {\n  1 + 1; // => 2\n};\nf();'],
  ['an error by name and message', "JSON.parse('{'); // throws SyntaxError: JSON"],
  ['two values in one block', "'a'; // => 'a'\n'b'; // => 'b'"],
])('instrument passes %s with the documented result', async (_, code) => {
  expect(await run(code)).toEqual({ code: 0, output: expect.any(String) });
});

test.each([
  ['another value', '1; // => 2', 'line 1: expected 2, got 1'],
  ['a key more', '({ a: 1, b: 2 }); // => { a: 1 }', 'line 1: expected { a: 1 }, got { a: 1, b: 2 }'],
  ['another type', "'1'; // => 1", "line 1: expected 1, got '1'"],
  ['code that is never reached', 'const f = () => {\n  1; // => 1\n};', 'line 2: was never reached'],
  [
    'a missing error',
    'JSON.parse("1"); // throws SyntaxError',
    'line 1: expected an error, but none was thrown',
  ],
  ['another error', 'missing(); // throws TypeError', 'got ReferenceError'],
])('instrument reports the line of %s', async (_, code, message) => {
  const outcome = await run(code);
  expect(outcome.code).toBe(1);
  expect(outcome.output).toContain(message);
});

test('instrument rejects a comment that is not a value', () => {
  expect(() => instrument('f(); // => the sum of both', (specifier) => specifier, assertions)).toThrow(
    'line 1: "// => the sum of both" is not a JavaScript value',
  );
});

test('instrument replaces specifiers', () => {
  const code = instrument("import { a } from 'pkg';\na();", () => 'file:///pkg.js', assertions);
  expect(code).toContain('import { a } from "file:///pkg.js"');
});

/** A program whose `app` is one of `node:http`. */
function withApp(requests: string): string {
  return `import { createServer } from 'node:http';
const app = createServer((req, res) => {
  req.setEncoding('utf8').on('data', (text) => res.write(text)).on('end', () => res.end(req.headers.accept ?? 'hello'));
  res.setHeader('X-Target', req.url);
});
${requests}`;
}

test.each([
  ['the status', '// GET / => 200'],
  ['the body', '// GET / => 200 hello'],
  ['a header', '// GET /a?b=c => 200 X-Target: /a?b=c'],
  ['a header of the request', '// GET / Accept: text/html => 200 text/html'],
  ['a JSON body', '// POST / {"a":1} => 200 {"a":1}hello'],
])('instrument sends a documented request and compares %s', async (_, request) => {
  expect(await run(withApp(request))).toEqual({ code: 0, output: '' });
});

test.each([
  ['another status', '// GET / => 404', 'line 6: GET / : expected 404'],
  ['another body', '// GET / => 200 bye', 'expected 200 bye, got 200 hello'],
  ['another header', '// GET / => 200 X-Target: /x', 'got 200 X-Target: /'],
])('instrument reports %s of a documented request', async (_, request, message) => {
  const outcome = await run(withApp(request));
  expect(outcome.code).toBe(1);
  expect(outcome.output).toContain(message.replace(' :', ':'));
});

test('instrument adds an application to a program that begins with app', () => {
  const code = instrument("app.get('/', () => 'hi');", (specifier) => `file:///${specifier}.js`, assertions);
  expect(code).toContain('import { createServer } from "file:///nextpress.js"');
  expect(code).toContain('const app = createServer();');
});
