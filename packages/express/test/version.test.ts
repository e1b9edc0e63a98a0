import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const ours = require('@nextpress/express/package.json') as { version: string };
const theirs = require('express/package.json') as { version: string };

const majorAndMinor = (version: string): string => version.split('.').slice(0, 2).join('.');

test('package.json has the version of Express', () => {
  expect(majorAndMinor(ours.version)).toBe(majorAndMinor(theirs.version));
});
