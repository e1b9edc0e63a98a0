import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { siteLink } from './markdown/site-links.mjs';
import { readPage, summaryOf, titleOf } from './pages.mjs';
import { addressOf, pagesOf, SECTIONS } from './sidebar.mjs';

const SUMMARY =
  "Nextpress is an HTTP framework for Node.js with Express's API, no runtime dependencies, and more throughput than plain node:http.";

/**
 * Writes files for programs: each page as Markdown at its URL with `.md`, a list of pages in `llms.txt`, and all pages in
 * `llms-full.txt`.
 *
 * @param {string} folder The folder of the site.
 */
export function writePlainText(folder) {
  const pages = pagesOf(SECTIONS).map((page) => ({ page, text: markdownOf(page) }));
  for (const { page, text } of [...pages, { page: 'index', text: markdownOf('index') }]) {
    write(join(folder, `${page}.md`), text);
  }
  write(join(folder, 'llms.txt'), listOf());
  const texts = pages.map(({ page, text }) => `<!-- ${addressOf(page)} -->\n\n${text.trim()}\n`);
  write(join(folder, 'llms-full.txt'), `# Nextpress\n\n${SUMMARY}\n\n${texts.join('\n')}`);
}

function listOf() {
  const sections = SECTIONS.map(({ text, items }) => {
    const lines = pagesOf(items).map((page) => {
      const source = readPage(page);
      const summary = summaryOf(source);
      return `- [${titleOf(source)}](/${page}.md)${summary === '' ? '' : `: ${summary}`}`;
    });
    return `## ${text}\n\n${lines.join('\n')}\n`;
  });
  return `# Nextpress\n\n> ${SUMMARY}\n\nAll pages in one file: [llms-full.txt](/llms-full.txt)\n\n${sections.join('\n')}`;
}

/** The source of a page, with links that work on the site. @param {string} page */
function markdownOf(page) {
  return readPage(page)
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/\]\(([^)\s]+)\)/g, (_, href) => `](${siteLink(href, `${page}.md`)})`),
    )
    .join('');
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
