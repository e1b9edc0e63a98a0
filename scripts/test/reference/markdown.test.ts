import ts from 'typescript-5';
import { expect, test } from 'vitest';
import { Links } from '../../reference/links.mjs';
import { anchorOf, prose, table } from '../../reference/markdown.mjs';
import { renderExport } from '../../reference/render.mjs';
import { callText } from '../../reference/signature.mjs';

test('prose joins lines, keeps paragraphs and lists, and escapes what is not code', () => {
  expect(prose('One\ntwo.\n\nThree <b> {{ x }} `<b> {{ x }}`:\n\n- four\n- five\nsix')).toBe(
    'One two.\n\nThree &lt;b> &#123;{ x }} `<b> {{ x }}`:\n\n- four\n- five six',
  );
});

test('table escapes bars and line breaks', () => {
  expect(table(['a'], [['`x | y`\nz']])).toBe('| a |\n| --- |\n| `x \\| y` z |');
});

test.each([
  ['res.sendFile', 'res-sendfile'],
  ['app[Symbol.asyncDispose]', 'app-symbol-asyncdispose'],
])('anchorOf makes an anchor of %s', (title, anchor) => {
  expect(anchorOf(title)).toBe(anchor);
});

test.each([
  ['declare function f(a: string, b?: number): void;', '(a: string, b?: number): void'],
  ['declare function f<const P extends string>(path: P): this;', '<P extends string>(path: P): this'],
  [
    'declare function f(\n  // why\n  a: string,\n  /** what */ b: { c: 1 },\n): void;',
    '(a: string, b: { c: 1 }): void',
  ],
  [
    `declare function f(first: ${'A'.repeat(50)}, second: ${'B'.repeat(50)}): void;`,
    `(\n  first: ${'A'.repeat(50)},\n  second: ${'B'.repeat(50)},\n): void`,
  ],
])('callText writes %s', (source, expected) => {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  expect(callText(file.statements[0] as ts.FunctionDeclaration)).toBe(expected);
});

test('Links prefers the page of the package, and names members as programs do', () => {
  const links = new Links();
  links.add('@nextpress/server', 'Router', 'router.md');
  links.add('@nextpress/router', 'Router', 'packages/router.md#router');
  links.add('@nextpress/server', 'Response.send', 'response.md#res-send');
  expect(links.resolve('{@link Router}', '@nextpress/router')).toBe('[`Router`](packages/router.md#router)');
  expect(links.resolve('{@link Router}', '@nextpress/server')).toBe('[`Router`](router.md)');
  expect(links.resolve('see {@link ResponseHelpers.send}', '@nextpress/core')).toBe(
    'see [`res.send`](response.md#res-send)',
  );
  expect(links.resolve('{@link Unknown}', '@nextpress/core')).toBe('`Unknown`');
});

test('a member says since when it exists, if not since the first release', () => {
  const file = ts.createSourceFile('a.ts', '/** Sends. @since 0.2 */\nexport function f(): void;', 99, true);
  const [, ...blocks] = renderExport(
    { links: new Links(), from: 'a', checker: {} } as never,
    { flags: ts.SymbolFlags.Function, declarations: [file.statements[0]] } as never,
    { name: 'f' },
    2,
  );
  expect(blocks).toContain('**Since** 0.2');
});
