import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createNodeServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createServer, type RegisteredRoute, type RequestHandler } from '@nextpress/server';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { binOf } from '../../../scripts/child.mjs';
import { openapi } from '../src/index.ts';

const run = promisify(execFile);
const Payment = z
  .object({ id: z.int(), amount: z.int().positive(), currency: z.enum(['EUR', 'USD']), paidAt: z.date() })
  .meta({ id: 'Payment' });

/** Checks the parameters and the body of each route, as `@nextpress/validate` does. */
function check({ options: { schema = {} }, addValidation }: RegisteredRoute): void {
  addValidation((req, res, next) => {
    for (const part of PARTS) {
      const parsed = (schema[part] as z.ZodType | undefined)?.safeParse(
        part === 'body' ? readBody(req) : req[part],
      );
      if (parsed?.success === false) {
        const errors = parsed.error.issues.map(({ path, message, code }) => ({
          ...{ location: [part, ...path].join('.'), message, keyword: code },
        }));
        res
          .status(400)
          .type('application/problem+json')
          .send(JSON.stringify({ title: 'Bad Request', status: 400, errors }));
        return;
      }
      if (parsed !== undefined) req[part] = parsed.data as never;
    }
    next();
  }, PARTS);
}

const PARTS = ['params', 'body'] as const;

const bodies = new WeakMap<object, unknown>();
const readBody = (req: object): unknown => bodies.get(req);
const parseBody: RequestHandler = async (req, _res, next) => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  if (chunks.length > 0) bodies.set(req, JSON.parse(Buffer.concat(chunks).toString()));
  next();
};

let server: Listening;
let folder: string;

beforeAll(async () => {
  const payments: z.infer<typeof Payment>[] = [];
  const app = createServer();
  app.use(parseBody);
  app.addHook('onRoute', check);
  openapi({ info: { title: 'Payments', version: '1.0.0' } })(app);
  const create = { schema: { body: Payment.omit({ id: true, paidAt: true }), response: { 201: Payment } } };
  app.post('/payments', create, (req, res) => {
    payments.push({ ...req.body, id: payments.length + 1, paidAt: new Date(0) });
    res.status(201).json(payments.at(-1));
  });
  const read = {
    schema: {
      params: z.object({ id: z.coerce.number().int() }),
      response: { 200: Payment, 404: z.object({ error: z.string() }) },
    },
  };
  app.get('/payments/:id', read, (req, res) => {
    const found = payments[Number(req.params.id) - 1];
    if (found === undefined) res.status(404).json({ error: 'no such payment' });
    else res.json(found);
  });
  server = await listen(createNodeServer(app));
  // In a folder from which the packages of this package are found.
  const parent = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'typed-client-'));
  const document = new URL('/openapi.json', server.url);
  writeFileSync(join(folder, 'api.d.ts'), astToString(await openapiTS(document)));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Compiles a program that uses the client. */
async function compile(name: string, program: string): Promise<string> {
  const file = join(folder, `${name}.ts`);
  const start = `import createClient from 'openapi-fetch';
import type { paths } from './api.js';
const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
`;
  writeFileSync(file, start + program);
  const flags = [
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--types',
    'node',
  ];
  const { stdout } = await run(process.execPath, [
    binOf('typescript', 'tsc'),
    ...flags,
    '--module',
    'nodenext',
    file,
  ]).catch((error: { stdout: string }) => error);
  return stdout;
}

test('a client that openapi-typescript generates compiles, and gets what its types say', async () => {
  const program = `
const created = await client.POST('/payments', { body: { amount: 5, currency: 'EUR' } });
if (created.data === undefined) throw new Error('not created');
const { id, paidAt }: { id: number; paidAt: string } = created.data;
const read = await client.GET('/payments/{id}', { params: { path: { id } } });
const currency: 'EUR' | 'USD' | undefined = read.data?.currency;
const missing = await client.GET('/payments/{id}', { params: { path: { id: 9 } } });
const invalid = await client.POST('/payments', { body: { amount: -5, currency: 'EUR' } });
const locations: string[] | undefined = invalid.error?.errors?.map(({ location }) => location);
console.log(JSON.stringify({ id, paidAt, currency, missing: missing.error, locations }));
`;
  expect(await compile('client', program)).toBe('');
  const { stdout } = await run(process.execPath, [join(folder, 'client.js'), server.url]);
  expect(JSON.parse(stdout)).toEqual({
    id: 1,
    paidAt: '1970-01-01T00:00:00.000Z',
    currency: 'EUR',
    missing: { error: 'no such payment' },
    locations: ['body.amount'],
  });
});

test('a client that does not follow the schemas does not compile', async () => {
  const output = await compile(
    'wrong',
    `
await client.POST('/payments', { body: { amount: 5, currency: 'GBP' } });
await client.POST('/payments', {});
await client.GET('/payments/{id}');
await client.DELETE('/payments');
const { data } = await client.GET('/payments/{id}', { params: { path: { id: 1 } } });
const text: string | undefined = data?.amount;
`,
  );
  const lines = [...output.matchAll(/wrong\.ts\((\d+),\d+\): error/g)].map(([, line]) => Number(line));
  expect(lines).toEqual([5, 6, 7, 8, 10]);
});
