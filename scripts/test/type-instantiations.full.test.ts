import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../root.mjs';

const MODULES = 10;
const ROUTES = 20;

/** What `tsc --extendedDiagnostics` may count for 200 routes, a few percent above what it does. They cost 345,000 where nothing is chained. */
const LIMITS = {
  'of chained routes, in routers and plugins': { client: undefined, instantiations: 375_000 },
  'and a client that calls each of them': { client: 'typeof app', instantiations: 840_000 },
  'and a client of an interface': { client: 'App', instantiations: 585_000 },
};

const require = createRequire(import.meta.url);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nextpress-type-instantiations-'));
  await symlink(
    join(root, 'packages/create-nextpress/node_modules'),
    join(folder, 'node_modules'),
    'junction',
  );
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

describe.each(['typescript', 'typescript-5'])(
  '%s does not need more type instantiations than its limit',
  (name) => {
    test.each(Object.entries(LIMITS))('%s', async (_title, { client, instantiations }) => {
      expect(await instantiationsOf(name, programOf(client))).toBeLessThan(instantiations);
    });
  },
);

async function instantiationsOf(compiler: string, program: string): Promise<number> {
  await writeFile(join(folder, 'program.mts'), program);
  const manifest = require.resolve(`${compiler}/package.json`);
  const tsc = join(dirname(manifest), require(manifest).bin.tsc);
  const options = '--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node'.split(
    ' ',
  );
  const args = [tsc, ...options, '--extendedDiagnostics', 'program.mts'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch((error) => {
    throw new Error(`${compiler} has found errors:\n${error.stdout}`);
  });
  return Number(/Instantiations: +(\d+)/.exec(stdout)?.[1]);
}

/** An application of routers and plugins by turns, each with routes of its own schemas, and a call of each route. */
function programOf(client: string | undefined): string {
  const modules = Array.from({ length: MODULES }, (_, at) => at);
  const routes = Array.from({ length: ROUTES }, (_, at) => at);
  const isRouter = (module: number): boolean => module % 2 === 0;
  const declarations = modules.map((module) => {
    const chain = routes.map((route) => routeOf(route, `n${module}x${route}`)).join('');
    return `const m${module} = ${isRouter(module) ? 'Router()' : '(scope: Scope) => scope'}${chain};`;
  });
  const registrations = modules.map((module) =>
    isRouter(module)
      ? `.use('/m${module}/:tenant', m${module})`
      : `.register(m${module}, { prefix: '/m${module}/:tenant' })`,
  );
  const calls = modules.flatMap((module) =>
    routes.map((route) => callOf(`/m${module}/:tenant/r${route}/:id`, `n${module}x${route}`)),
  );
  return [
    "import { createClient } from '@nextpress/client';",
    "import { createServer, Router, type Scope } from 'nextpress';",
    "import { z } from 'zod';",
    ...declarations,
    `const app = createServer()${registrations.join('')};`,
    'type TypeOfApp = typeof app;',
    'export interface App extends TypeOfApp {}',
    ...(client === undefined ? [] : [`const client = createClient<${client}>('');`, ...calls]),
  ].join('\n');
}

function routeOf(route: number, own: string): string {
  const address = `z.object({ street: z.string(), ${own}: z.number() })`;
  const body = `z.object({ name: z.string(), age: z.number(), tags: z.array(z.string()), address: ${address} })`;
  const response = `{ 201: z.object({ id: z.string(), ${own}: z.number() }) }`;
  return `
  .post('/r${route}/:id', { schema: { body: ${body}, response: ${response} } }, (req, res) => {
    res.status(201).json({ id: req.params.id, ${own}: req.body.address.${own} });
  })`;
}

function callOf(path: string, own: string): string {
  const body = `{ name: '', age: 1, tags: [], address: { street: '', ${own}: 1 } }`;
  return `client.post('${path}', { params: { tenant: 1, id: 2 }, body: ${body} })
  .then((result) => result.status === 201 && result.body.${own}.toFixed());`;
}
