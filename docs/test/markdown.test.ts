import { expect, test } from 'vitest';
import { variantsOf } from '../.vitepress/markdown/package-managers.mjs';
import { siteLink } from '../.vitepress/markdown/site-links.mjs';
import { summaryOf, titleOf } from '../.vitepress/pages.mjs';
import { repository } from '../.vitepress/repository.mjs';

test('commands of npm are translated for other package managers', () => {
  const code = 'npm create nextpress@latest my-app\ncd my-app\nnpm install\nnpm run dev\n';
  expect(variantsOf(code)).toEqual([
    { name: 'npm', code },
    { name: 'pnpm', code: 'pnpm create nextpress@latest my-app\ncd my-app\npnpm install\npnpm dev\n' },
    { name: 'yarn', code: 'yarn create nextpress my-app\ncd my-app\nyarn\nyarn dev\n' },
    { name: 'bun', code: 'bun create nextpress@latest my-app\ncd my-app\nbun install\nbun run dev\n' },
  ]);
  expect(variantsOf('npm install --save-dev @nextpress/dev\nnpx nextpress dev\n')?.slice(1)).toEqual([
    { name: 'pnpm', code: 'pnpm add -D @nextpress/dev\npnpm exec nextpress dev\n' },
    { name: 'yarn', code: 'yarn add -D @nextpress/dev\nyarn nextpress dev\n' },
    { name: 'bun', code: 'bun add -d @nextpress/dev\nbunx nextpress dev\n' },
  ]);
});

test('commands that do not install anything, or have no counterpart, are not translated', () => {
  expect(variantsOf('npm run bench\n')).toBeUndefined();
  expect(variantsOf('npm install\ngit commit\n')).toBeUndefined();
});

test('a link to a page of the documentation is left to VitePress', () => {
  expect(siteLink('routing.md#patterns', 'errors.md')).toBe('routing.md#patterns');
  expect(siteLink('../routing.md', 'decisions/0001-workspace-and-toolchain.md')).toBe('../routing.md');
  expect(siteLink('#limits', 'errors.md')).toBe('#limits');
  expect(siteLink('https://example.com/', 'errors.md')).toBe('https://example.com/');
});

test('a link that leaves docs leads to the repository, and throws when nothing is there', () => {
  expect(siteLink('../packages/static/README.md#limits', 'files.md')).toBe(
    `${repository}/blob/main/packages/static/README.md#limits`,
  );
  expect(siteLink('../examples/deploy', 'deploying.md')).toBe(`${repository}/tree/main/examples/deploy`);
  expect(siteLink('../../packages/static/', 'decisions/0007-files.md')).toBe(
    `${repository}/tree/main/packages/static`,
  );
  expect(() => siteLink('../none', 'files.md')).toThrow('the repository has no none');
});

test('a link to a folder of docs points to its first page, and one to the list of pages to the home page', () => {
  expect(siteLink('decisions', 'internals.md')).toBe('/decisions/0001-workspace-and-toolchain.md');
  expect(siteLink('README.md', 'internals.md')).toBe('/');
});

test('title and summary of a page are text without markup', () => {
  const page =
    '# The `app` object\n\n```js\nconst a = 1;\n```\n\nIt has *all* of [the methods](x.md)\nof Express.\n\nMore.\n';
  expect(titleOf(page)).toBe('The app object');
  expect(summaryOf(page)).toBe('It has all of the methods of Express.');
});

test('a comment in a code block is not a title', () => {
  expect(titleOf('```sh\n# install\nnpm install\n```\n\n# Start\n')).toBe('Start');
});

test('a long summary ends after a sentence, or after a word', () => {
  expect(summaryOf(`# T\n\nShort. ${'word '.repeat(50)}\n`)).toBe('Short.');
  const cut = summaryOf(`# T\n\n${'word '.repeat(50)}\n`);
  expect(cut.length).toBeLessThanOrEqual(161);
  expect(cut).toMatch(/word…$/);
});
