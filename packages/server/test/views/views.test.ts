import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { View } from '../../src/views/view.ts';
import { loadEngine, type ViewEngine } from '../../src/views/view-engine.ts';

const home = mkdtempSync(join(tmpdir(), 'nextpress-views-'));
const folders = [join(home, 'first'), join(home, 'second')] as const;
for (const folder of [...folders, join(folders[0], 'user'), join(home, 'node_modules/engine')]) {
  mkdirSync(folder, { recursive: true });
}
writeFileSync(join(folders[0], 'both.txt'), 'first');
writeFileSync(join(folders[1], 'both.txt'), 'second');
writeFileSync(join(folders[1], 'only.txt'), 'only');
writeFileSync(join(folders[0], 'user/index.txt'), 'index');
const installed = join(home, 'node_modules/engine/index.js');
writeFileSync(installed, 'exports.__express = (path, options, done) => done(null, path);');
const failing = join(home, 'node_modules/failing.js');
writeFileSync(failing, 'require("not-installed-either");');
afterAll(() => rmSync(home, { recursive: true }));

const atOnce: ViewEngine = (path, _options, done) => done(null, path);
const view = (name: string, root: string | readonly string[] = folders, defaultEngine?: string): View =>
  new View(name, { root, defaultEngine, engines: { '.txt': atOnce } });

describe('a view', () => {
  test('is the first file with its name', () => {
    expect(view('both.txt').path).toBe(join(folders[0], 'both.txt'));
    expect(view('only.txt').path).toBe(join(folders[1], 'only.txt'));
    expect(view('both.txt', folders[1]).path).toBe(join(folders[1], 'both.txt'));
  });

  test('is the index of a folder with its name', () => {
    expect(view('user', folders, 'txt').path).toBe(join(folders[0], 'user/index.txt'));
  });

  test('has no path when there is no file', () => {
    expect(view('none.txt').path).toBeUndefined();
    expect(view('user.txt/x.txt').path).toBeUndefined();
  });

  test('has the extension of the default engine, with or without a dot', () => {
    for (const engine of ['txt', '.txt']) expect(view('both', folders, engine).ext).toBe('.txt');
  });

  test('throws without an extension', () => {
    expect(() => view('both')).toThrow('No default engine was specified and no extension was provided.');
  });

  test('calls back asynchronously when its engine is synchronous', async () => {
    const order: string[] = [];
    const rendered = new Promise((resolve) => {
      view('both.txt').render({}, (_error, text) => {
        order.push('called back');
        resolve(text);
      });
    });
    order.push('went on');
    expect(await rendered).toBe(join(folders[0], 'both.txt'));
    expect(order).toEqual(['went on', 'called back']);
  });
});

describe('an engine', () => {
  test('is loaded from the folder of the views', () => {
    expect(loadEngine('engine', folders)).toBeTypeOf('function');
  });

  test('is loaded from an installed package', () => {
    expect(loadEngine('ejs', import.meta.dirname)).toBeTypeOf('function');
  });

  test('is named in the error when it is not installed', () => {
    expect(() => loadEngine('no-such-engine', folders)).toThrow("Cannot find module 'no-such-engine'");
  });

  test('throws its own error when it fails to load', () => {
    expect(() => loadEngine('failing', folders)).toThrow("Cannot find module 'not-installed-either'");
  });

  test('throws without an export __express', () => {
    expect(() => loadEngine('events', folders)).toThrow('Module "events" does not provide a view engine.');
  });
});
