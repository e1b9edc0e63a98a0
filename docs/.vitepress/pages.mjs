import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder `docs`. */
export const docs = fileURLToPath(new URL('..', import.meta.url));

/** The maximum length of descriptions in search engines. */
const LONGEST_SUMMARY = 160;

/** @param {string} page The path of its file in `docs`, without `.md`. */
export function readPage(page) {
  return readFileSync(join(docs, `${page}.md`), 'utf8');
}

/** The pages in a folder of `docs` and its subfolders, sorted. @param {string} folder */
export function pagesIn(folder) {
  if (!existsSync(join(docs, folder))) return [];
  return readdirSync(join(docs, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name.slice(0, -'.md'.length)).replaceAll('\\', '/'))
    .sort();
}

/** The first heading. @param {string} markdown */
export function titleOf(markdown) {
  return withoutMarkup(/^# (.+?)(?: \{#.*\})?$/m.exec(withoutCode(markdown))?.[1] ?? '');
}

/** The start of the first paragraph, in whole sentences if one is short enough. @param {string} markdown */
export function summaryOf(markdown) {
  const [first = ''] = paragraphsOf(markdown);
  const text = withoutMarkup(first.replaceAll('\n', ' '));
  if (text.length <= LONGEST_SUMMARY) return text;
  const sentence = /^.*[.!?](?= )/.exec(text.slice(0, LONGEST_SUMMARY))?.[0];
  return sentence ?? `${text.slice(0, text.lastIndexOf(' ', LONGEST_SUMMARY - 1))}…`;
}

/** @param {string} markdown */
function paragraphsOf(markdown) {
  return withoutCode(markdown)
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => /^[\w`*[]/.test(block));
}

/** Removes code blocks, whose comments look like headings. @param {string} markdown */
function withoutCode(markdown) {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}

/** @param {string} markdown */
function withoutMarkup(markdown) {
  return markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}
