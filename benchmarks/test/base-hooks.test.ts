import { expect, test } from 'vitest';
import { initialize, resolve } from '../core/base-hooks.mjs';

interface Context {
  parentURL?: string;
}

const next = (specifier: string, context: Context) => ({ specifier, parent: context.parentURL });
const from = (specifier: string) =>
  resolve<Context, unknown>(specifier, { parentURL: 'file:///app.mjs' }, next);

test('resolve redirects the packages of the workspace, with their subpaths, to the base', () => {
  initialize({
    nextpress: 'file:///base/nextpress/package.json',
    '@nextpress/cors': 'file:///base/cors.json',
  });
  expect(from('nextpress/express')).toEqual({
    specifier: 'nextpress/express',
    parent: 'file:///base/nextpress/package.json',
  });
  expect(from('@nextpress/cors')).toEqual({ specifier: '@nextpress/cors', parent: 'file:///base/cors.json' });
});

test('resolve leaves other packages alone', () => {
  initialize({});
  expect(from('nextpress-other')).toEqual({ specifier: 'nextpress-other', parent: 'file:///app.mjs' });
  expect(from('express')).toEqual({ specifier: 'express', parent: 'file:///app.mjs' });
});

test('resolve throws when the base lacks the package', () => {
  initialize({});
  expect(() => from('@nextpress/static')).toThrow('The base has no package @nextpress/static');
});
