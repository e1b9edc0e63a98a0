import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differences } from './differences.ts';

const cases = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');

test('every difference has a case', () => {
  expect(Object.keys(differences).filter((name) => !cases.includes(`differs: '${name}'`))).toEqual([]);
});
