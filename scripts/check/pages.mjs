import { plural } from '../terminal.mjs';
import { filesIn } from './files.mjs';

// In a variable, so that the scripts are type-checked without the site.
const sidebar = '../../docs/.vitepress/sidebar.mjs';

/** The home page, the list of pages that GitHub shows, and what is generated. */
const UNLISTED = /^(?:index|README|reference\/.*)$/;
const where = 'docs/.vitepress/sidebar.mjs';

/** Each page of the documentation is in the sidebar of the site, once. @type {import('./finding.mjs').Check} */
export async function checkPages() {
  const { SECTIONS, pagesOf } = await import(sidebar);
  /** @type {string[]} */
  const listed = pagesOf(SECTIONS);
  const pages = filesIn('docs', /\.md$/).map((path) => path.slice('docs/'.length, -'.md'.length));
  return { facts: `${plural(listed.length, 'page')} in the sidebar`, problems: problemsOf(listed, pages) };
}

/**
 * @param {readonly string[]} listed The entries of the sidebar.
 * @param {readonly string[]} pages The pages that exist.
 * @returns {import('./finding.mjs').Problem[]}
 */
export function problemsOf(listed, pages) {
  const missing = pages.filter((page) => !UNLISTED.test(page) && !listed.includes(page));
  // The reference is not in the repository: it is listed from its files.
  const absent = listed.filter((page) => !page.startsWith('reference/') && !pages.includes(page));
  const twice = listed.filter((page, index) => listed.indexOf(page) !== index);
  return [
    ...missing.map((page) => ({
      where: `docs/${page}.md`,
      problem: 'is in no sidebar',
      remedy: `add '${page}' to a section of ${where}`,
    })),
    ...absent.map((page) => ({
      where,
      problem: `lists ${page}, but docs/${page}.md does not exist`,
      remedy: 'remove or correct the entry',
    })),
    ...twice.map((page) => ({ where, problem: `lists ${page} twice`, remedy: 'remove one' })),
  ];
}
