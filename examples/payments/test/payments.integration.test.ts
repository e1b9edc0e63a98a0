import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binOf } from '../../../scripts/child.mjs';

const WEBHOOK_SECRET = 'shared with the bank';
let example: RunningExample;

beforeAll(async () => {
  const env = { WEBHOOK_SECRET };
  example = await startExample(new URL('..', import.meta.url), { script: 'dist/server.js', env });
});
afterAll(() => example?.interrupt());

interface Call {
  readonly method?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function call(path: string, { method, cookie = '', headers, body }: Call = {}) {
  const response = await fetch(new URL(path, example.url), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'Content-Type': 'application/json', Cookie: cookie, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Logs in and returns the session cookie. */
async function logIn(name: string, password: string): Promise<string> {
  const { status, headers } = await call('/session', { body: { name, password } });
  expect(status).toBe(201);
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
const logInAsMerchant = () => logIn('ada', 'analytical-engine');

const payment = (reference: string) => ({
  amount: { value: 1250, currency: 'EUR' },
  reference,
  card: { number: '4242424242424242', holder: 'Ada Lovelace' },
});
const create = (cookie: string, reference: string, key = `key-of-${reference}`) =>
  call('/payments', { cookie, headers: { 'Idempotency-Key': key }, body: payment(reference) });

test('creates a payment and responds without undeclared properties', async () => {
  const cookie = await logInAsMerchant();
  const { status, headers, body } = await create(cookie, 'order-1');
  expect(status).toBe(201);
  expect(headers.get('Location')).toBe(`/payments/${body.id}`);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    amount: { value: 1250, currency: 'EUR' },
    reference: 'order-1',
    card: { last4: '4242', holder: 'Ada Lovelace' },
    status: 'authorized',
  });
  const read = await call(`/payments/${body.id}`, { cookie });
  expect([read.status, read.body]).toEqual([200, body]);
});

test('responds to a reused key with the first payment', async () => {
  const cookie = await logInAsMerchant();
  const first = await create(cookie, 'order-2', 'the same key');
  const second = await create(cookie, 'order-3', 'the same key');
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toEqual(first.body);
});

test('names every invalid part of a request', async () => {
  const cookie = await logInAsMerchant();
  const { status, headers, body } = await call('/payments', {
    cookie,
    headers: { 'Idempotency-Key': 'short' },
    body: { ...payment('order-4'), amount: { value: '1250', currency: 'EUR' }, tip: 5 },
  });
  expect(status).toBe(400);
  expect(headers.get('Content-Type')).toContain('application/problem+json');
  const locations = body.errors.map(({ location }: { location: string }) => location);
  expect(locations.sort()).toEqual(['body.amount.value', 'body.tip', 'headers["idempotency-key"]']);
});

test('converts and limits query parameters', async () => {
  const cookie = await logInAsMerchant();
  await create(cookie, 'order-5');
  await create(cookie, 'order-6');
  const { body } = await call('/payments?limit=1', { cookie });
  expect(body).toMatchObject([{ reference: 'order-6' }]);
  expect((await call('/payments?limit=1000', { cookie })).status).toBe(400);
});

test('only lets the role of a scope pass', async () => {
  const merchant = await logInAsMerchant();
  const administrator = await logIn('grace', 'flow-matic');
  expect((await call('/payments')).status).toBe(401);
  expect((await call('/payments', { cookie: administrator })).status).toBe(403);
  expect((await call('/admin/payments', { cookie: merchant })).body).toEqual({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail: 'Your role does not allow this',
    code: 'forbidden',
  });
  const { body } = await create(merchant, 'order-7');
  const refund = () => call(`/admin/payments/${body.id}/refund`, { method: 'POST', cookie: administrator });
  expect((await refund()).body).toMatchObject({ status: 'refunded' });
  expect((await refund()).status).toBe(409);
});

test('does not reveal the schema to clients that are not logged in', async () => {
  const { status, body } = await call('/payments', { body: { wrong: true } });
  expect(status).toBe(401);
  expect(body).not.toHaveProperty('errors');
});

test('limits the size of bodies in the scope of payments', async () => {
  const cookie = await logInAsMerchant();
  const headers = { 'Idempotency-Key': 'a long body' };
  const body = payment('x'.repeat(5000));
  expect((await call('/payments', { cookie, headers, body })).status).toBe(413);
});

test('only accepts signed messages from the bank', async () => {
  const cookie = await logInAsMerchant();
  const { body } = await create(cookie, 'order-8');
  const message = JSON.stringify({ type: 'payment.captured', payment: body.id });
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(message).digest('hex');
  const send = (headers: Record<string, string>) => call('/webhooks/bank', { body: message, headers });
  expect((await send({})).status).toBe(401);
  expect((await send({ 'X-Signature': signature })).status).toBe(204);
  expect((await call(`/payments/${body.id}`, { cookie })).body).toMatchObject({ status: 'captured' });
});

test('logs out', async () => {
  const cookie = await logInAsMerchant();
  expect((await call('/session', { method: 'DELETE', cookie })).status).toBe(204);
  expect((await call('/payments', { cookie })).status).toBe(401);
});

test('documents all routes', async () => {
  const { body } = await call('/openapi.json');
  expect(Object.keys(body.paths).sort()).toEqual([
    '/admin/payments',
    '/admin/payments/{id}/refund',
    '/payments',
    '/payments/{id}',
    '/session',
    '/webhooks/bank',
  ]);
  const page = await call('/docs');
  expect([page.status, page.headers.get('Content-Type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ]);
});

test('has a client whose types come from the document', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const run = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
  run('client/generate.mjs', example.url);
  run(binOf('typescript', 'tsc'), '-p', 'tsconfig.client.json');
  expect(run('client/built/pay.js', new URL('/', example.url).href.slice(0, -1))).toBe(
    'authorized: 1250 EUR, card 4242\n',
  );
});
