import { expect, test } from 'vitest';
import { problemsOf } from '../../check/pages.mjs';

test('a page in no sidebar, an entry without a file and one that is listed twice are problems', () => {
  const problems = problemsOf(['a', 'gone', 'a', 'reference/x'], ['a', 'new', 'index', 'reference/y']);
  expect(problems.map(({ problem }) => problem)).toEqual([
    'is in no sidebar',
    'lists gone, but docs/gone.md does not exist',
    'lists a twice',
  ]);
});

test('a sidebar that has each page once has no problems', () => {
  expect(problemsOf(['a', 'b/c'], ['a', 'b/c', 'README'])).toEqual([]);
});
