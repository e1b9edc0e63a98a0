import { slug } from 'github-slugger';
import { codeTabs } from './code-tabs.mjs';
import { packageManagers } from './package-managers.mjs';
import { pictures } from './pictures.mjs';
import { referenceTitles } from './reference-titles.mjs';
import { siteLinks } from './site-links.mjs';

/** Options that turn pages written for GitHub into pages of the site. @type {import('vitepress').MarkdownOptions} */
export const markdown = {
  // Headings have the same anchors as on GitHub.
  anchor: { slugify: (text) => slug(text) },
  // File names such as server.md must not become links.
  linkify: false,
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  config(md) {
    md.core.ruler.disable('emoji', true);
    md.use(packageManagers).use(codeTabs).use(pictures).use(siteLinks).use(referenceTitles);
  },
};
