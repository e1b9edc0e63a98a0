import ts from 'typescript-5';
import { expect, test } from 'vitest';
import { documentationOf } from '../../reference/tsdoc.mjs';

/** The documentation of the last statement. */
function read(source: string) {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  return documentationOf([file.statements[file.statements.length - 1] as ts.Statement]);
}

test('documentationOf reads the tags that the reference shows', () => {
  const documentation = read(`
    /**
     * Sends a file, as
     * {@link Other.send} does.
     *
     * @param path - absolute, or relative
     * @defaultValue \`'index.html'\`
     * @throws TypeError when the path
     * is neither
     * @throws {RangeError} if it is too long
     * @returns nothing
     * @remarks Express reads devices.
     * @since 0.2
     *
     * @example
     * \`\`\`ts
     * send('@scope/a'); // => 1
     *
     * send('b');
     * \`\`\`
     */
    function send(path: string) {}`);
  expect(documentation).toEqual({
    text: 'Sends a file, as\n{@link Other.send} does.',
    params: [{ name: 'path', text: 'absolute, or relative' }],
    defaultValue: "`'index.html'`",
    throws: ['TypeError when the path is neither', 'RangeError if it is too long'],
    returns: 'nothing',
    express: 'Express reads devices.',
    since: '0.2',
    examples: ["send('@scope/a'); // => 1\n\nsend('b');"],
  });
});

test('documentationOf reads an example without a fence', () => {
  expect(
    read('/**\n * Adds.\n *\n * @example\n * add(1, 2); // => 3\n */\nfunction add() {}').examples,
  ).toEqual(['add(1, 2); // => 3']);
});

test('documentationOf ignores the comment of a module', () => {
  expect(read('/** @module All of it. */\n/** One. */\nconst one = 1;').text).toBe('One.');
  expect(read('/** @module All of it. */\nconst one = 1;').text).toBe('');
});
