import { expect, test } from 'vitest';
import { filesIn } from '../../scripts/check/files.mjs';
import { pagesOf, SECTIONS } from '../.vitepress/sidebar.mjs';

/** The home page, the list of pages that GitHub shows, and what is generated. */
const UNLISTED = /^(?:index|README|reference\/.*)$/;

test('the sidebar lists each page of the documentation once', () => {
  const pages = filesIn('docs', /\.md$/).map((path) => path.slice('docs/'.length, -'.md'.length));
  const listed: string[] = pagesOf(SECTIONS);
  expect(listed.filter((page) => !page.startsWith('reference/')).toSorted()).toEqual(
    pages.filter((page) => !UNLISTED.test(page)).toSorted(),
  );
});
