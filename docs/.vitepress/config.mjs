import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { compressFiles } from './compress.mjs';
import { head } from './head.mjs';
import { markdown } from './markdown/index.mjs';
import { readPage, summaryOf } from './pages.mjs';
import { writePlainText } from './plain-text.mjs';
import { repository, version } from './repository.mjs';
import { search } from './search.mjs';
import { navigation, sidebar } from './sidebar.mjs';
import { socialLinks } from './social-links.mjs';

export default defineConfig({
  lang: 'en-US',
  title: 'Nextpress',
  description: "An HTTP framework for Node.js with Express's API.",
  cleanUrls: true,
  // On GitHub this page lists all pages; on the site, the sidebar does.
  srcExclude: ['README.md'],
  head,
  markdown,
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      ...navigation(),
      {
        text: version === '0.0.0' ? 'Unreleased' : `v${version}`,
        items: [
          { text: 'Releases', link: `${repository}/releases` },
          { text: 'Contributing', link: `${repository}/blob/main/CONTRIBUTING.md` },
        ],
      },
    ],
    sidebar: sidebar(),
    outline: 'deep',
    search,
    notFound: {
      title: 'No such page',
      quote: 'The page may have moved. Try the search.',
      linkText: 'Go to the home page',
      linkLabel: 'Go to the home page',
    },
    socialLinks,
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: 'Edit this page' },
  },
  vite: {
    resolve: {
      alias: [
        {
          find: /^.*\/VPSidebarItem\.vue$/,
          replacement: fileURLToPath(new URL('theme/sidebar-item.mjs', import.meta.url)),
        },
      ],
    },
  },
  transformPageData(page) {
    // Generated pages cannot be edited.
    if (page.relativePath.startsWith('reference/')) page.frontmatter.editLink ??= false;
    if (page.description === '') page.description = summaryOf(readPage(page.filePath.replace(/\.md$/, '')));
  },
  buildEnd({ outDir }) {
    writePlainText(outDir);
    compressFiles(outDir);
  },
});
