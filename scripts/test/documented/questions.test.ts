import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../root.mjs';

const ROW = /^\| \[(.+?)\]\((https:\/\/github\.com\/(\w+)\/\S+)\) \| .*\]\(([\w/-]+\.md)#([\w-]+)\) \|$/gm;

/** The rows of docs/questions.md. */
const rows = [...readFileSync(join(root, 'docs/questions.md'), 'utf8').matchAll(ROW)].map(
  ([, question = '', thread = '', owner = '', page = '', anchor = '']) => ({
    question,
    thread,
    owner,
    page,
    anchor,
  }),
);

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/\[(.*?)\]\(.*?\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('at least 40 questions have an answer, each thread once', () => {
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(new Set(rows.map(({ thread }) => thread)).size).toBe(rows.length);
  expect(new Set(rows.map(({ owner }) => owner))).toEqual(new Set(['expressjs', 'fastify', 'honojs']));
});

test('no row of the page is left out', () => {
  const text = readFileSync(join(root, 'docs/questions.md'), 'utf8');
  expect(rows.length).toBe(text.match(/^\| \[/gm)?.length);
});

test.each(rows)('the page and the heading exist that answer "$question"', ({ page, anchor }) => {
  expect(existsSync(join(root, 'docs', page))).toBe(true);
  expect(anchorsOf(page)).toContain(anchor);
});
