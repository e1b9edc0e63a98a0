import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { escapeNonAscii } from '../escape-non-ascii.mjs';
import { root } from '../root.mjs';
import { publicPackages, readWorkspace } from '../workspace.mjs';

test('escapeNonAscii keeps the meaning of code', () => {
  const code = 'return ["…", `€`, "😀", "a³b".replace(/[²³]|\\u{1f600}/u, "é")];';
  expect(escapeNonAscii(code)).toMatch(/^[\0-\x7f]+$/);
  const run = (text: string) => Reflect.construct(Function, [text])();
  expect(run(escapeNonAscii(code))).toEqual(['…', '€', '😀', 'aéb']);
});

test('escapeNonAscii returns ASCII code unchanged', () => {
  const code = 'const dots = "..."; String.raw`.`;';
  expect(escapeNonAscii(code)).toBe(code);
});

test('escapeNonAscii rejects String.raw with a non-ASCII character', () => {
  expect(() => escapeNonAscii('String.raw`…`')).toThrow('Invalid String.raw');
});

test('bundles of packages are ASCII', () => {
  const bundles = publicPackages(readWorkspace()).flatMap(({ path }) => {
    const dist = join(root, path, 'dist');
    return (
      readdirSync(dist, { recursive: true, encoding: 'utf8' })
        // The sources of new projects are not bundled.
        .filter((file) => file.endsWith('.js') && !/^(?:modules|javascript)\b/.test(file))
        .map((file) => join(dist, file))
    );
  });
  expect(bundles.length).toBeGreaterThan(12);
  expect(bundles.filter((file) => /[^\0-\x7f]/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
