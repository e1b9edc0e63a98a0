import { createRequire } from 'node:module';
import { join } from 'node:path';
import ours from '@nextpress/express';
import application from '@nextpress/express/lib/application';
import express from '@nextpress/express/lib/express';
import request from '@nextpress/express/lib/request';
import response from '@nextpress/express/lib/response.js';
import * as ourUtils from '@nextpress/express/lib/utils';
import OurView from '@nextpress/express/lib/view';
import theirs from 'express';
import { describe, expect, test } from 'vitest';

type Utils = Record<string, (...args: unknown[]) => unknown>;
type ViewClass = new (name: string, options: object) => { path?: string; name: string };

const require = createRequire(import.meta.url);
const views = join(import.meta.dirname, 'views');

test('lib exports the function and its prototypes', () => {
  expect(express).toBe(ours);
  expect(application).toBe(ours.application);
  expect(request).toBe(ours.request);
  expect(response).toBe(ours.response);
});

describe('lib/utils', () => {
  const expected = require('express/lib/utils') as Utils;
  const actual = ourUtils as unknown as Utils;

  test('exports the names that Express exports', () => {
    const ofExpress4 = ['contentDisposition', 'flatten', 'isAbsolute'];
    expect(Object.keys(actual).sort()).toEqual([...Object.keys(expected), ...ofExpress4].sort());
    expect(actual.methods).toEqual(expected.methods);
  });

  test.each([
    ['etag', ['hello']],
    ['etag', ['h\u00e9', 'latin1']],
    ['wetag', [Buffer.from('hello')]],
    ['normalizeType', ['html']],
    ['normalizeType', ['none']],
    ['normalizeType', ['text/html;level=1; q=0.5']],
    ['normalizeTypes', [['json', 'text/plain']]],
    ['setCharset', ['text/html', 'utf-8']],
    ['setCharset', ['text/html; charset=latin1; a=b', 'utf-8']],
    ['setCharset', [undefined, 'utf-8']],
  ])('%s of %j returns what that of Express does', (name, args) => {
    expect(actual[name]?.(...args)).toEqual(expected[name]?.(...args));
  });

  test.each([
    ['compileETag', [true, false, 'weak', 'strong'], ['text']],
    ['compileQueryParser', [true, false, 'simple', 'extended'], ['a[b]=1&c=2']],
    ['compileQueryParser', [true, 'simple'], ['a=é&b=%ff&c=%C3%A9&d=%zz']],
    ['compileTrust', [true, 1, 'loopback', ['10.0.0.0/8'], undefined], ['10.1.2.3', 1]],
  ])('the functions of %s return what those of Express do', (name, values, args) => {
    const results = (utils: Utils): unknown[] =>
      values.map((value) => {
        const compiled = utils[name]?.(value) as Utils[string] | undefined;
        return structuredClone(compiled?.(...args));
      });
    expect(results(actual)).toEqual(results(expected));
    const own = () => 'own';
    expect(actual[name]?.(own)).toBe(own);
  });

  test.each(['compileETag', 'compileQueryParser'])('%s throws where Express throws', (name) => {
    for (const utils of [expected, actual]) {
      expect(() => utils[name]?.('other')).toThrow(
        /^unknown value for (?:etag|query parser) function: other$/,
      );
    }
  });
});

describe.each([
  ['Express', theirs, require('express/lib/view')],
  ['Nextpress', ours, OurView],
])('lib/view of %s', (_, make, view) => {
  const View = view as unknown as ViewClass;
  const engine = (path: string, _options: object, done: (error: null, text: string) => void) =>
    done(null, path);
  const options = { root: views, engines: { '.txt': engine } };

  test('is the default of the setting view', () => {
    const Setting = make().get('view') as ViewClass;
    expect(Setting.prototype).toBe(View.prototype);
    expect(new View('a.txt', options)).toBeInstanceOf(Setting);
  });

  test('finds a file', () => {
    const path = join(views, 'a.txt');
    expect(new View('a.txt', options)).toMatchObject({ name: 'a.txt', ext: '.txt', path });
    expect(new View('b.txt', options).path).toBeUndefined();
    expect(new View('a', { ...options, defaultEngine: 'txt' }).path).toBe(path);
  });

  test('can be extended by a class', () => {
    class Extended extends View {
      lookup(name: string): string {
        return `class ${name}`;
      }
    }
    expect(new Extended('a.txt', options).path).toBe('class a.txt');
  });

  test('can be extended by a function that calls it', () => {
    function Extended(this: object, name: string, given: object): void {
      Reflect.apply(View, this, [name, given]);
    }
    const lookup = (name: string): string => `function ${name}`;
    Extended.prototype = Object.assign(Object.create(View.prototype), { constructor: Extended, lookup });
    expect(Reflect.construct(Extended, ['a.txt', options])).toMatchObject({
      name: 'a.txt',
      path: 'function a.txt',
    });
  });
});
