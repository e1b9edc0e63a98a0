import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { requireOf } from '../src/optional-package.ts';

/** Returns the path of a module in a folder where the package `greeting` is installed. */
function moduleWithGreeting(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-optional-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules/greeting'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/greeting/index.js'), text);
  return join(folder, 'server.js');
}

test('requireOf looks up a package from each module, given by path or URL, in order', () => {
  const [first, second] = [moduleWithGreeting('exports.text = 1'), moduleWithGreeting('exports.text = 2')];
  const places = [undefined, join(tmpdir(), 'other.js'), pathToFileURL(first).href, second];
  expect(requireOf('greeting', places)?.('greeting')).toEqual({ text: 1 });
});

test('requireOf looks up a package from the working directory last', () => {
  expect(requireOf('vitest/package.json', [moduleWithGreeting('')])).toBeDefined();
});

test('requireOf returns undefined when a package is not installed', () => {
  expect(requireOf('not-installed/dist/index.js')).toBeUndefined();
});

test('requireOf finds a package that fails to load, so that its own error is seen', () => {
  const place = moduleWithGreeting('throw new Error("broken")');
  expect(() => requireOf('greeting', [place])?.('greeting')).toThrow('broken');
});

test('requireOf accepts names that Node uses instead of a program path', () => {
  expect(requireOf('vitest/package.json', ['-', 'prod'])).toBeDefined();
});

test('requireOf finds a package that has no entry point for require, so that its own error is seen', () => {
  const place = moduleWithGreeting('');
  writeFileSync(
    join(place, '../node_modules/greeting/package.json'),
    '{ "exports": { "browser": "./index.js" } }',
  );
  expect(() => requireOf('greeting', [place])?.('greeting')).toThrow('No "exports" main defined');
});
