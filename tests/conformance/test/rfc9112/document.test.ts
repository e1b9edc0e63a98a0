import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documentOfRules } from '../../src/rfc9112/document.ts';
import { ruleGroups } from '../../src/rfc9112/rule-groups.ts';

test('the page of rules is that of the tests', async () => {
  const page = fileURLToPath(new URL('../../../../docs/rfc9112.md', import.meta.url));
  await expect(documentOfRules()).toMatchFileSnapshot(page);
});

test('no rule stands twice', () => {
  const titles = ruleGroups.flatMap(({ rules }) =>
    rules.map(({ section, requires }) => `${section} ${requires}`),
  );
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});
