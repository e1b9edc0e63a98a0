import { once } from 'node:events';
import { expect, test } from 'vitest';
import { warn } from '../src/warn.ts';

const ADDRESS =
  'See https://github.com/nextpress/nextpress/blob/main/docs/error-codes.md#nextpress_next_twice';

test.each([
  [[], ADDRESS],
  [['at f (a.js:1:1)'], `at f (a.js:1:1)\n${ADDRESS}`],
])('a warning with the details %j has the address of its code below them', async (details, detail) => {
  const warned = once(process, 'warning');
  warn('NEXTPRESS_NEXT_TWICE', 'Twice.', ...details);
  expect(await warned).toMatchObject([
    { name: 'NextpressWarning', code: 'NEXTPRESS_NEXT_TWICE', message: 'Twice.', detail },
  ]);
});
