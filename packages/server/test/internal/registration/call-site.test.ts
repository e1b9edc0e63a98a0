import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCaller } from '../../../src/internal/registration/call-site.ts';

const at = (file: string): string => `    at register (${join(process.cwd(), file)}:3:5)`;
const find = (...files: string[]): string | undefined =>
  findCaller(['Error: place', ...files.map(at)].join('\n'));

describe('findCaller', () => {
  test('skips installed packages of the framework', () => {
    expect(
      find(
        'node_modules/@nextpress/server/dist/index.js',
        'node_modules/nextpress/dist/index.js',
        'node_modules/other/index.js',
      ),
    ).toBe('node_modules/other/index.js:3:5');
  });

  test('skips all packages of the checkout that the framework runs from', () => {
    expect(find('checkout/packages/server/src/a.ts', 'checkout/packages/express/dist/b.js', 'app.js')).toBe(
      'app.js:3:5',
    );
  });

  test("returns a file in the application's own packages/<name>/src", () => {
    const own = 'packages/api/src/app.ts';
    expect(find('node_modules/@nextpress/server/dist/index.js', own)).toBe(`${own}:3:5`);
    expect(find('checkout/packages/server/src/a.ts', own)).toBe(`${own}:3:5`);
  });

  test('reads frames with file URLs and without a function name', () => {
    expect(findCaller(`Error\n    at file://${process.cwd()}/app.mjs:1:2\n`)).toBe('app.mjs:1:2');
  });

  test('returns undefined when every frame is in the framework', () => {
    expect(find('node_modules/nextpress/dist/index.js')).toBeUndefined();
  });
});
