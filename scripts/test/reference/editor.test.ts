import { join } from 'node:path';
import ts from 'typescript-5';
import { expect, test } from 'vitest';
import { compilerOptions } from '../../reference/program.mjs';
import { root } from '../../root.mjs';

/** A program in a package that may import `nextpress`; the file does not exist. */
const FILE = join(root, 'docs/program.ts');
const CALLS = {
  "app.get('/', () => 1)": 'Registers handlers for `GET`',
  "app.post('/', () => 1)": 'Registers handlers for requests',
  'app.use(() => 1)': 'Registers middleware',
  "app.route('/').get(() => 1)": 'Returns a route',
  "app.set('etag', true)": 'Changes a setting',
};
const PROGRAM = `import { createServer } from 'nextpress';\nconst app = createServer();\n${Object.keys(CALLS).join(';\n')};\n`;

const service = ts.createLanguageService({
  fileExists: (path) => path === FILE || ts.sys.fileExists(path),
  readFile: (path) => (path === FILE ? PROGRAM : ts.sys.readFile(path)),
  directoryExists: ts.sys.directoryExists,
  realpath: (path) => ts.sys.realpath?.(path) ?? path,
  getScriptFileNames: () => [FILE],
  getScriptVersion: () => '1',
  getScriptSnapshot: (path) => {
    const text = path === FILE ? PROGRAM : ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getCompilationSettings: compilerOptions,
});

test.each(Object.entries(CALLS))('an editor describes %s', (call, text) => {
  const position = PROGRAM.indexOf(call) + 'app.'.length;
  const { documentation, tags = [] } = service.getQuickInfoAtPosition(FILE, position) ?? {};
  expect(ts.displayPartsToString(documentation)).toContain(text);
  expect(tags.map(({ name }) => name)).toContain('example');
});
