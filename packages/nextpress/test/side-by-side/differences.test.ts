import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differences } from './differences.ts';

const page = readFileSync(new URL('../../../../docs/differences-from-express.md', import.meta.url), 'utf8');

test.each(Object.values(differences))('the list of differences has an entry for "%s"', (entry) => {
  expect(page).toContain(`\n| ${entry} |`);
});
