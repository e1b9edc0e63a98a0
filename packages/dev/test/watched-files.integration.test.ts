import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { DevProcess } from './dev-process.ts';

/** Starts an application whose port is known before it runs. */
async function start(files: Readonly<Record<string, string>>, ...args: string[]): Promise<DevProcess> {
  const dev = await DevProcess.forTest(files);
  return dev.start('--port', String(dev.port), ...args);
}

const APP = (path: string): string => `import { createServer } from 'nextpress';
  import { word } from '${path}';
  createServer().get('/', () => word).listen(PORT);`;
const WORD = (word: string): string => `export const word = '${word}';\n`;

describe('nextpress dev restarts', () => {
  test('when a module was deleted and restored with its old timestamp', async () => {
    const dev = await start({ 'server.js': APP('./word.js'), 'word.js': WORD('one') });
    const path = join(dev.folder, 'word.js');
    for (let count = 0; count < 2; count++) {
      await dev.until('one');
      renameSync(path, `${path}.stash`);
      await dev.until('ERR_MODULE_NOT_FOUND');
      renameSync(`${path}.stash`, path);
    }
    await dev.until('one');
    dev.write({ 'word.js': WORD('two') });
    await dev.until('two');
  });

  test('when the folder of a module was deleted and restored', async () => {
    const dev = await start({ 'server.js': APP('./lib/deep/word.js'), 'lib/deep/word.js': WORD('one') });
    await dev.until('one');
    const folder = join(dev.folder, 'lib');
    renameSync(folder, `${folder}.stash`);
    dev.write({ 'server.js': `${APP('./lib/deep/word.js')}\n` });
    await dev.until('ERR_MODULE_NOT_FOUND');
    renameSync(`${folder}.stash`, folder);
    await dev.until('one');
    rmSync(folder, { recursive: true });
    await dev.until('ERR_MODULE_NOT_FOUND');
    dev.write({ 'lib/deep/word.js': WORD('two') });
    await dev.until('two');
    dev.write({ 'lib/deep/word.js': WORD('three') });
    await dev.until('three');
  });

  test('when .env was deleted and restored', async () => {
    const app = `import { createServer } from 'nextpress';
      createServer().get('/', () => process.env.WORD ?? 'none').listen(PORT);`;
    const dev = await start({ 'server.js': app, '.env': 'WORD=one' });
    await dev.until('one');
    rmSync(join(dev.folder, '.env'));
    await dev.until('none');
    dev.write({ '.env': 'WORD=two' });
    await dev.until('two');
    dev.write({ '.env.local': 'WORD=three' });
    await dev.until('three');
  });

  test('when the entry was deleted and restored', async () => {
    const files = { 'server.js': APP('./word.js'), 'word.js': WORD('one') };
    const dev = await start(files);
    await dev.until('one');
    rmSync(join(dev.folder, 'server.js'));
    await dev.until('MODULE_NOT_FOUND');
    dev.write(files);
    await dev.until('one');
  });

  test.each([
    ['a module', APP('./generated/client/word.js'), 'generated/client/word.js'],
    ['a module beside the application', APP('../generated/client/word.js'), '../generated/client/word.js'],
    [
      'a required folder',
      `import { createRequire } from 'node:module';\nimport { createServer } from 'nextpress';
       const { word } = createRequire(import.meta.url)('./generated/client');
       createServer().get('/', () => word).listen(PORT);`,
      'generated/client/index.js',
    ],
    [
      'a data file',
      `import { readFileSync } from 'node:fs';\nimport { createServer } from 'nextpress';
       const word = readFileSync(new URL('generated/client/schema.graphql', import.meta.url), 'utf8');
       createServer().get('/', () => word).listen(PORT);`,
      'generated/client/schema.graphql',
    ],
    ['a package', APP('later'), 'node_modules/later/index.js'],
    ['a package with a scope', APP('@some/later'), 'node_modules/@some/later/index.js'],
  ])('when %s that was missing appears in a folder that was missing', async (_name, app, path) => {
    const dev = await DevProcess.forTest({
      'api/server.js': app,
      'api/package.json': '{ "type": "module" }',
    });
    dev.start('api/server.js', '--port', String(dev.port));
    await dev.until('Error');
    const file = join('api', path);
    const isModule = file.endsWith('.js');
    dev.write({
      [file]: isModule ? WORD('made') : 'made',
      [join(file, '../package.json')]: '{ "type": "module", "exports": "./index.js" }',
    });
    await dev.until('made');
    dev.write({ [file]: isModule ? WORD('changed') : 'changed' });
    if (!path.startsWith('node_modules') && isModule) await dev.until('changed');
  });

  test.each(['a link', 'below a link'])(
    'when the entry is %s and is exported without listening',
    async (kind) => {
      const app = APP('./word.js')
        .replace('.listen(PORT)', '')
        .replace('createServer()', 'export default createServer()');
      const dev = await DevProcess.forTest({ 'real/server.js': app, 'real/word.js': WORD('one') });
      const isFolder = kind === 'below a link';
      const [link, target] = isFolder ? ['linked', 'real'] : ['linked.js', 'real/server.js'];
      symlinkSync(join(dev.folder, target), join(dev.folder, link), isFolder ? 'junction' : 'file');
      dev.start(isFolder ? 'linked/server.js' : 'linked.js', '--port', String(dev.port));
      await dev.until('one');
      dev.write({ 'real/word.js': WORD('two') });
      await dev.until('two');
      dev.write({ 'real/server.js': `${app}\nthrow new Error('own');` });
      await dev.until('real/server.js:4:7');
    },
  );

  test('when a link to the entry changes its target', async () => {
    const app = APP('./word.js')
      .replace('.listen(PORT)', '')
      .replace('createServer()', 'export default createServer()');
    const dev = await DevProcess.forTest({
      '1/server.js': app,
      '1/word.js': WORD('one'),
      '2/server.js': app,
      '2/word.js': WORD('two'),
    });
    const link = join(dev.folder, 'current');
    symlinkSync(join(dev.folder, '1'), link, 'junction');
    dev.start('current/server.js', '--port', String(dev.port));
    await dev.until('one');
    symlinkSync(join(dev.folder, '2'), `${link}.new`, 'junction');
    renameSync(`${link}.new`, link);
    await dev.until('two');
    dev.write({ '2/word.js': WORD('three') });
    await dev.until('three');
  });

  test.each([
    [
      'an ES module',
      'js',
      "import { word } from './word.js';\nimport { parentPort } from 'node:worker_threads';\nparentPort.postMessage(word);",
    ],
    [
      'CommonJS',
      'cjs',
      "const { word } = require('./word.cjs');\nrequire('node:worker_threads').parentPort.postMessage(word);",
    ],
    [
      'an ES module with its own Node options',
      'mjs',
      "import { word } from './word.js';\nimport { parentPort } from 'node:worker_threads';\nparentPort.postMessage(word);",
    ],
    [
      'a thread that starts another thread',
      'js',
      "import { parentPort, Worker } from 'node:worker_threads';\nnew Worker(new URL('inner.js', import.meta.url)).on('message', (word) => parentPort.postMessage(word));",
    ],
  ])('when a file of a worker thread changes: %s', async (name, end, thread) => {
    const options = name.includes('options') ? "{ execArgv: ['--no-warnings'] }" : '{}';
    const app = `import { Worker } from 'node:worker_threads';
      import { createServer } from 'nextpress';
      const worker = new Worker(new URL('threads/thread.${end}', import.meta.url), ${options});
      const word = await new Promise((done) => worker.once('message', done));
      createServer().get('/', () => word).listen(PORT);`;
    const inner =
      "import { word } from './word.js';\nimport { parentPort } from 'node:worker_threads';\nparentPort.postMessage(word);";
    const dev = await start({
      'server.js': app,
      [`threads/thread.${end}`]: thread,
      'threads/inner.js': inner,
      'threads/word.js': WORD('one'),
      'threads/word.cjs': "exports.word = 'one';",
    });
    await dev.until('one');
    dev.write(
      end === 'cjs' ? { 'threads/word.cjs': "exports.word = 'two';" } : { 'threads/word.js': WORD('two') },
    );
    await dev.until('two');
    dev.write({
      [`threads/thread.${end}`]:
        end === 'cjs'
          ? thread.replace('(word)', "('three')")
          : `import { parentPort } from 'node:worker_threads';\nparentPort.postMessage('three');`,
    });
    await dev.until('three');
  });

  test('when a file named by --watch changes, or one in a named folder', async () => {
    const app = `import { readdirSync, readFileSync } from 'node:fs';
      import { createServer } from 'nextpress';
      const words = readdirSync('locales/deep').map((name) => readFileSync('locales/deep/' + name, 'utf8'));
      const schema = readFileSync('schema.graphql', 'utf8');
      createServer().get('/', () => [schema, ...words].join(' ')).listen(PORT);`;
    const files = { 'server.js': app, 'schema.graphql': 'one', 'locales/deep/en.yaml': 'yes' };
    const dev = await start(files, '--watch', 'locales', '--watch', 'schema.graphql', '--watch', 'later');
    await dev.until('one yes');
    dev.write({ 'schema.graphql': 'two' });
    await dev.until('two yes');
    dev.write({ 'locales/deep/en.yaml': 'no' });
    await dev.until('two no');
    dev.write({ 'locales/deep/fr.yaml': 'non' });
    await dev.until('two no non');
    rmSync(join(dev.folder, 'locales/deep/fr.yaml'));
    await dev.until('two no');
    renameSync(join(dev.folder, 'schema.graphql'), join(dev.folder, 'stash'));
    await dev.until('ENOENT');
    renameSync(join(dev.folder, 'stash'), join(dev.folder, 'schema.graphql'));
    await dev.until('two no');
    mkdirSync(join(dev.folder, 'later'));
    await dev.untilPrinted('later changed');
  });

  test('when a file changes in one of many folders that link to each other', async () => {
    const app = `import { readFileSync } from 'node:fs';
      import { createServer } from 'nextpress';
      const word = readFileSync('linked/9/word.txt', 'utf8');
      createServer().get('/', () => word).listen(PORT);`;
    const dev = await DevProcess.forTest({ 'server.js': app, 'linked/9/word.txt': 'one' });
    const names = Array.from({ length: 12 }, (_, index) => String(index));
    for (const name of names) {
      const folder = join(dev.folder, 'linked', name);
      mkdirSync(folder, { recursive: true });
      for (const other of names)
        symlinkSync(join(folder, '..', other), join(folder, `to-${other}`), 'junction');
    }
    dev.start('--port', String(dev.port), '--watch', 'linked');
    await dev.until('one');
    dev.write({ 'linked/9/word.txt': 'two' });
    await dev.until('two');
    rmSync(join(dev.folder, 'linked/0'), { recursive: true });
    dev.write({ 'linked/9/word.txt': 'three' });
    await dev.until('three');
  });
});
