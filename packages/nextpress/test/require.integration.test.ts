// `require` of the built packages, in processes of their own: with Node's `module-sync` condition, and as tools do that
// load CommonJS alone.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { capture } from '../../../scripts/child.mjs';
import { packageEntries } from '../../../scripts/package-entries.mjs';
import { publicPackages, readWorkspace } from '../../../scripts/workspace.mjs';

/** Makes `require` find the CommonJS build while `import` finds the ES modules: two copies in one process. */
const TWO_COPIES = '--no-experimental-require-module';

/** Runs a program in CommonJS; it prints one line of JSON. */
async function run(program: string, ...flags: readonly string[]): Promise<unknown> {
  const { code, output } = await capture(process.execPath, [...flags, '--eval', program], {
    cwd: join(import.meta.dirname, '..'),
    timeLimit: 100_000,
  });
  if (code !== 0) throw new Error(`the program ended with code ${code}:\n${output}`);
  return JSON.parse(output);
}

const names = ['nextpress', 'nextpress/express', '@nextpress/express', '@nextpress/server'];

test.each(names)('require and import of %s return the same copy', async (name) => {
  const program = `
    const required = require('${name}');
    import('${name}').then((imported) => {
      const same = typeof required === 'function' ? required === imported.default : required === imported;
      console.log(JSON.stringify({ same }));
    });`;
  expect(await run(program)).toEqual({ same: true });
});

test('tools that ignore exports find each entry by its path', async () => {
  // This package cannot require all others by name.
  const entries = publicPackages(readWorkspace())
    .filter(({ name }) => ['nextpress', '@nextpress/express', '@nextpress/server'].includes(name))
    .flatMap(({ name, folder, manifest }) =>
      packageEntries(folder, manifest).map(({ subpath }) => [name + subpath.slice(1), join(folder, subpath)]),
    );
  expect(entries.length).toBeGreaterThan(20);
  const program = `console.log(JSON.stringify(${JSON.stringify(entries)}
    .filter(([name, path]) => require(path) !== require(name)).map(([name]) => name)));`;
  expect(await run(program, TWO_COPIES)).toEqual([]);
});

test.each([[[]], [[TWO_COPIES]]])(
  'require of the Express entry returns the function, with %j',
  async (flags) => {
    const program = `
    const express = require('nextpress/express');
    const members = Object.entries(express).map(([name, member]) => name + ' ' + typeof member).sort();
    const same = express === require('@nextpress/express') && express === express.default;
    console.log(JSON.stringify([typeof express, same, members]));`;
    const theirs = Object.entries((await import('express')).default).map(
      ([name, member]) => `${name} ${typeof member}`,
    );
    expect(await run(program, ...flags)).toEqual(['function', true, theirs.sort()]);
  },
);

test.each([[[]], [[TWO_COPIES]]])(
  "files of Express's lib have the members of the function, with %j",
  async (flags) => {
    const program = `
    const express = require('@nextpress/express');
    const names = ['application', 'request', 'response'];
    const same = names.map((name) => express[name] === require('@nextpress/express/lib/' + name));
    same.push(express === require('@nextpress/express/lib/express.js'));
    same.push(express().get('view').prototype === require('@nextpress/express/lib/view').prototype);
    console.log(JSON.stringify([same, require('@nextpress/express/lib/utils').compileETag(true)('a')]));`;
    expect(await run(program, ...flags)).toEqual([Array(5).fill(true), 'W/"1-hvfkN/qlp/zhXR3cuerq6jd2Z7g"']);
  },
);

describe('with two copies in one process', () => {
  const serve = (app: string, asks: string) => `
    const required = { express: require('nextpress/express'), ...require('nextpress') };
    (async () => {
      const imported = { express: (await import('nextpress/express')).default, ...(await import('nextpress')) };
      if (imported.express === required.express) throw new Error('there is one copy');
      const app = ${app};
      const server = app.listen(0, async () => {
        const ask = async (path, init) => {
          const response = await fetch('http://localhost:' + server.address().port + path, init);
          return [response.status, await response.text()];
        };
        console.log(JSON.stringify(await Promise.all([${asks}])));
        await app.close();
      });
    })();`;
  const post = `{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' }`;
  const broken = post.replace('"a":1', '"a":');

  test('an application mounts a router of the other copy', async () => {
    const program = serve(
      `imported.express().use('/in/:id', required.express.Router({ mergeParams: true }).get('/:name', (req, res) => {
        res.json([req.params, req.baseUrl, req.url, req.query]);
      })).use((req, res) => { res.status(404).send(req.baseUrl + req.url); })`,
      `ask('/in/1/x?q=2'), ask('/in/1/x/y'), ask('/else')`,
    );
    expect(await run(program, TWO_COPIES)).toEqual([
      [200, '[{"id":"1","name":"x"},"/in/1","/x?q=2",{"q":"2"}]'],
      [404, '/in/1/x/y'],
      [404, '/else'],
    ]);
  });

  test('an application mounts an application of the other copy', async () => {
    const program = serve(
      `imported.express().use('/in', required.express().get('/:name', (req, res) => {
        res.set('X-In', 'yes').json([req.params.name, req.originalUrl, req.get('host') !== undefined]);
      })).get('/out', (req, res) => { res.json({ path: req.path }); })`,
      `ask('/in/x'), ask('/out')`,
    );
    expect(await run(program, TWO_COPIES)).toEqual([
      [200, '["x","/in/x",true]'],
      [200, '{"path":"/out"}'],
    ]);
  });

  test.each([
    ['jsonBody()', 'required.jsonBody()'],
    ['express.json()', 'required.express.json()'],
  ])('%s of the other copy reads the bodies of the fast lane', async (_, parser) => {
    const program = serve(
      `imported.createServer().use(${parser}).post('/', (req, res) => { res.json(req.body); })`,
      `ask('/', ${post}), ask('/', ${broken})`,
    );
    const [read, refused] = (await run(program, TWO_COPIES)) as [number, string][];
    expect(read).toEqual([200, '{"a":1}']);
    expect(refused?.[0]).toBe(400);
  });
});
