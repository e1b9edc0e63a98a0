import { expect, test } from 'vitest';
import { boxesIn, missingFiles, missingInPicture } from '../../check/named-files.mjs';

const FILES = [
  'docs/request-pipeline.md',
  'packages/server/src/internal/planning/plan.ts',
  'packages/server/test/encapsulation/order.integration.test.ts',
  'packages/static/src/options.ts',
];

const missingOn = (page: string, text: string) =>
  missingFiles(new Map([[page, text]]), FILES).map(({ name }) => name);

test('a page of contributors names files from the package that it is about', () => {
  const text =
    '`planning/plan.ts`, `plan.ts`, `test/encapsulation`, `test/encapsulation/order` and `options.ts`, `test/gone`';
  expect(missingOn('docs/request-pipeline.md', text)).toEqual(['options.ts', 'test/gone']);
});

test('a page of users names files of its readers, and files from the root', () => {
  const text =
    '`src/app.ts`, `packages/server/src`, `packages/server/src/app.ts`, `docs/reference/server.md`';
  expect(missingOn('docs/testing.md', text)).toEqual(['packages/server/src/app.ts']);
});

test('code blocks, media types and the ends of names are not paths', () => {
  const text = '`.test.ts`, `application/json`, `*.ts`\n\n```sh\n`packages/gone`\n```\n';
  expect(missingOn('CONTRIBUTING.md', text)).toEqual([]);
});

test.each([
  [
    'a note between name and file',
    'class="name">a()</text>\n<text class="note">b</text>\n<text class="file">',
    1,
    0,
  ],
  ['no note', 'class="name">a()</text>\n<text class="file">', 0, 1],
  ['no file', 'class="name">a()</text>\n<text class="note">b</text>\n<text class="path">', 0, 1],
])('the boxes of a picture are counted as read or unread: %s', (_kind, start, read, unread) => {
  expect(boxesIn(`<text ${start}server/…/plan.ts</text>`)).toEqual({ read, unread });
});

test('a picture of stages has no boxes of functions', () => {
  expect(boxesIn('<text class="name">Lane</text>\n<text class="note">res.json()</text>')).toEqual({
    read: 0,
    unread: 0,
  });
});

test('a picture names functions of the files below them', () => {
  const box = (name: string, file: string) =>
    `<text class="name" x="1">${name}</text>\n<text class="note" x="1">a note</text>\n<text class="file" x="1">${file}</text>\n`;
  const source =
    'class Plan {\n  chainIn(scope: Scope): Chain {\n    this.gone();\n  }\n}\nfunction take() {}\n';
  const missing = missingInPicture(
    'docs/a.svg',
    box('Plan.chainIn(), take()', 'server/…/plan.ts') +
      box('Plan.gone()', 'server/…/plan.ts') +
      box('Run.chainIn()', 'server/…/plan.ts') +
      box('take()', 'static/…/plan.ts'),
    FILES,
    () => source,
  );
  expect(missing.map(({ name }) => name)).toEqual([
    'gone in packages/server/src/internal/planning/plan.ts',
    'Run in packages/server/src/internal/planning/plan.ts',
    'static/…/plan.ts',
  ]);
});
