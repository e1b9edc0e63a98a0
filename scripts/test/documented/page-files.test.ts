import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageFilesOf, writePageFiles } from '../../documented/page-files.mjs';
import { programsOfMarkdown } from '../../documented/programs.mjs';
import { serverExamplesOf } from '../../documented/server-example.mjs';

const fence = '```';

const page = `
${fence}html [views/index.html]
<p>hello</p>
${fence}

${fence}ts [src/app.ts]
export const app: string = 'app';
${fence}

${fence}ts [test/app.test.ts]
import '../src/app.ts';
${fence}

${fence}js server [src/server.js]
app.listen({ port: Number(process.env.PORT ?? 3000), signals: true });
${fence}

${fence}sh
curl localhost:3000/  # hello
${fence}
`;

test('pageFilesOf finds blocks with a path, and no servers', () => {
  expect(pageFilesOf(page).map(({ name }) => name)).toEqual([
    'views/index.html',
    'src/app.ts',
    'test/app.test.ts',
  ]);
});

test('writePageFiles writes TypeScript as JavaScript and the rest as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-files-'));
  try {
    writePageFiles(folder, pageFilesOf(page), (code) => code.replace(': string', ''));
    expect(readFileSync(join(folder, 'views/index.html'), 'utf8')).toBe('<p>hello</p>\n');
    expect(readFileSync(join(folder, 'src/app.js'), 'utf8')).toBe("export const app = 'app';\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('programsOfMarkdown runs the tests among the files of a page', () => {
  expect(programsOfMarkdown('a.md', page)).toEqual([
    { path: 'a.md', line: 11, code: "import '../src/app.ts';\n", name: 'test/app.test.ts' },
  ]);
});

test('serverExamplesOf gives a server a free port and keeps its options', () => {
  const [example] = serverExamplesOf('a.md', page);
  expect(example?.name).toBe('src/server.js');
  expect(example?.code).toContain(
    '.listen({ port: Number(process.env.PORT ?? 0), signals: true }, function () {',
  );
  expect(example?.requests).toEqual([{ command: 'curl localhost:3000/', output: 'hello' }]);
});
