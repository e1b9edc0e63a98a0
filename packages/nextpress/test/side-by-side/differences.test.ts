import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differences } from './differences.ts';

const page = readFileSync(new URL('../../../../docs/differences-from-express.md', import.meta.url), 'utf8');

const cases = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');

test('every difference has a case', () => {
  expect(Object.keys(differences).filter((name) => !cases.includes(`differs: '${name}'`))).toEqual([]);
});

test.each(Object.values(differences))('the list of differences has an entry for "%s"', (entry) => {
  expect(page).toContain(`\n| ${entry} |`);
});
