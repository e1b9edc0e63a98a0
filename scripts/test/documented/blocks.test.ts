import { expect, test } from 'vitest';
import { blocksOf, examplesOf, isFile, isKnown, isProgram } from '../../documented/blocks.mjs';
import { serverExamplesOf } from '../../documented/server-example.mjs';

const fence = '```';
const block = (kind: string): string => `${fence}${kind}\ncode\n${fence}\n`;
const page = (...kinds: string[]): string => kinds.map(block).join('\n');

test('blocksOf reads the place, the kind, the name and the code of each block', () => {
  const text = `# a\n${fence}ts\none();\n${fence}\n${fence}js server redis [src/a.js]\ntwo();\n${fence}\n`;
  expect(blocksOf('README.md', text)).toEqual([
    { path: 'README.md', line: 3, kind: 'ts', name: undefined, code: 'one();\n' },
    { path: 'README.md', line: 6, kind: 'js server redis', name: 'src/a.js', code: 'two();\n' },
  ]);
});

test('blocksOf takes backticks in a longer block for content', () => {
  const text = `${fence}\`md\n${block('none')}${fence}\`\n`;
  expect(blocksOf('a.md', text).map(({ kind }) => kind)).toEqual(['md']);
});

test('isKnown rejects blocks that nothing runs or shows', () => {
  const unknown = ['js sever', 'javascript', '', 'js [a b.js]'];
  const known = [
    'ts',
    'js server redis postgres [server.js]',
    'js norun',
    'ts client',
    'html [views/a.html]',
    'sh',
  ];
  const blocks = blocksOf('a.md', page(...unknown, ...known));
  expect(blocks.filter((each) => !isKnown(each)).map(({ kind }) => kind)).toEqual(unknown);
});

test('tests among the files of a page are programs, and a server is neither', () => {
  const blocks = blocksOf(
    'a.md',
    page(
      'js',
      'sh',
      'ts [src/app.ts]',
      'ts [test/app.test.ts]',
      'html [a.html]',
      'js server [src/server.js]',
    ),
  );
  expect(blocks.filter(isProgram).map(({ name, kind }) => name ?? kind)).toEqual(['js', 'test/app.test.ts']);
  expect(blocks.filter(isFile).map(({ name }) => name)).toEqual(['src/app.ts', 'test/app.test.ts', 'a.html']);
});

test('examplesOf ends an @example at the next tag or with its comment', () => {
  const text = `/**
 * Adds.
 *
 * @example
 * add('/*', 1); // => 1
 *
 * @throws RangeError
 */
export function add() {}

/**
 * @example
 * last();
 */
`;
  expect(examplesOf('a.ts', text)).toMatchObject([
    { path: 'a.ts', line: 5, code: "add('/*', 1); // => 1\n\n" },
    { path: 'a.ts', line: 13, code: 'last();' },
  ]);
});

test('examplesOf takes the fenced block of an @example', () => {
  const text = `/**\n * @example A title\n * ${fence}ts\n * fenced();\n * ${fence}\n */\n`;
  expect(examplesOf('a.ts', text)).toMatchObject([{ path: 'a.ts', line: 4, code: 'fenced();\n' }]);
});

test('serverExamplesOf gives a server a free port and keeps its options', () => {
  const text = `${fence}js server [src/server.js]
app.listen({ port: Number(process.env.PORT ?? 3000), signals: true });
${fence}

${fence}sh
curl localhost:3000/  # hello
${fence}
`;
  const [example] = serverExamplesOf(blocksOf('a.md', text));
  expect(example?.name).toBe('src/server.js');
  expect(example?.code).toContain(
    '.listen({ port: Number(process.env.PORT ?? 0), signals: true }, function () {',
  );
  expect(example?.requests).toEqual([{ command: 'curl localhost:3000/', output: 'hello' }]);
});
