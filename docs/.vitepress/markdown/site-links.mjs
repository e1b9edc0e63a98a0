import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { docs, pagesIn } from '../pages.mjs';
import { repositoryLink } from '../repository.mjs';

/**
 * Returns the site URL for a link written for GitHub: files outside `docs` link to the repository, a folder of `docs` to its
 * first page, and the list of all pages to the home page.
 *
 * @param {string} href
 * @param {string} page The path of the linking file in `docs`.
 */
export function siteLink(href, page) {
  if (/^(?:[a-z]+:|[#/])/i.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const hash = fragment === undefined ? '' : `#${fragment}`;
  const target = posix.join('docs', posix.dirname(page), path);
  if (!/^docs(?:\/|$)/.test(target)) return repositoryLink(target) + hash;
  if (/^docs\/?(?:README\.md)?$/.test(target)) return '/';
  const inDocs = target.slice('docs/'.length).replace(/\/$/, '');
  const file = join(docs, inDocs);
  if (!existsSync(file) || !statSync(file).isDirectory()) return href;
  const [first] = pagesIn(inDocs);
  return first === undefined ? repositoryLink(target) : `/${first}.md`;
}

/** @param {import('vitepress').MarkdownRenderer} md */
export function siteLinks(md) {
  md.core.ruler.push('site-links', (state) => {
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null) token.attrSet('href', siteLink(href, state.env.relativePath));
    }
  });
}
