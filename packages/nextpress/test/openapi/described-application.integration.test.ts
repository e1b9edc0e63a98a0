import { createDocument, type OpenApiDocument } from '@nextpress/openapi';
import { validate } from '@nextpress/validate';
import { Ajv2020 } from 'ajv/dist/2020.js';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createServer, Router } from '../../src/index.ts';

const Payment = z
  .object({ id: z.int(), amount: z.int().positive(), currency: z.enum(['EUR', 'USD']), paidAt: z.date() })
  .meta({ id: 'Payment' });
const refund = {
  $id: 'https://api.example/refund.json',
  type: 'object',
  properties: { payment: { type: 'integer' }, lines: { type: 'array', items: { $ref: '#/$defs/line' } } },
  required: ['payment'],
  additionalProperties: false,
  $defs: { line: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] } },
} as const;

/** An application whose routes have schemas of several kinds. */
function createApplication() {
  const app = createServer();
  app.register(validate({ status: 422 }));
  const payments = Router();
  payments.post(
    '/',
    { schema: { body: Payment.omit({ id: true, paidAt: true }), response: { 201: Payment } } },
    (req, res) => res.status(201).json({ ...req.body, id: 1, paidAt: new Date(0) }),
  );
  payments.get(
    '/:id{.:format}',
    {
      schema: {
        params: z.object({ id: z.coerce.number().int(), format: z.enum(['json']).optional() }),
        response: { 200: Payment, '4xx': z.object({ error: z.string() }) },
      },
    },
    (req, res) => {
      if (req.params.id > 1) res.status(404).json({ error: 'no such payment' });
      else res.json({ id: req.params.id, amount: 5, currency: 'EUR', paidAt: new Date(0) });
    },
  );
  app.use('/payments', payments);
  app.register(
    (scope) => {
      scope.post('/', { schema: { body: refund, response: { 200: refund } } }, (req, res) =>
        res.json(req.body),
      );
    },
    { prefix: '/refunds' },
  );
  return app;
}

let document: OpenApiDocument;
let ajv: Ajv2020;
beforeAll(() => {
  document = createDocument(createApplication(), {
    info: { title: 'Payments', version: '1.0.0' },
    validationStatus: 422,
    onWarning: (message) => expect.unreachable(message),
  });
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
});

/** What the document says about a response: its media type, and what is wrong with the body. */
function compare(method: string, path: string, { status, type, body }: request.Response): unknown {
  const { responses = {} } = document.paths[path]?.[method] ?? {};
  const described = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default;
  expect(described, `${status} is described`).toBeDefined();
  const { $ref } = described as { $ref?: string };
  const name = $ref?.split('/').at(-1);
  const whole = name === undefined ? described : document.components?.responses?.[name];
  const schema = (whole as { content: Record<string, { schema: object }> }).content[type]?.schema ?? false;
  // References start at the document.
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));
  check(body);
  return { status, type, errors: check.errors };
}

describe('responses of an application are as its document says', () => {
  test.each([
    ['post', '/payments', { amount: 5, currency: 'EUR' }, 201, 'application/json'],
    ['post', '/payments', { amount: -5, currency: 'GBP' }, 422, 'application/problem+json'],
    ['post', '/refunds', { payment: 1, lines: [{ note: 'broken' }] }, 200, 'application/json'],
    ['post', '/refunds', { lines: [{}] }, 422, 'application/problem+json'],
  ] as const)('%s %s %j', async (method, path, body, status, type) => {
    const response = await request(createApplication())[method](path).send(body);
    expect(compare(method, path, response)).toEqual({ status, type, errors: null });
  });

  test.each([
    ['/payments/1', '/payments/{id}', 200, 'application/json'],
    ['/payments/1.json', '/payments/{id}.{format}', 200, 'application/json'],
    ['/payments/2', '/payments/{id}', 404, 'application/json'],
    ['/payments/x', '/payments/{id}', 422, 'application/problem+json'],
  ] as const)('get %s', async (target, path, status, type) => {
    const response = await request(createApplication()).get(target);
    expect(compare('get', path, response)).toEqual({ status, type, errors: null });
  });
});

test('the requests that the document allows are those that the application accepts', async () => {
  const { schema } = document.paths['/refunds']?.post?.requestBody?.content['application/json'] ?? {};
  expect(schema).toEqual({ $ref: '#/components/schemas/refund' });
  const check = ajv.compile({ $ref: 'openapi#/components/schemas/refund' });
  const bodies = [
    { payment: 1 },
    { payment: '1' },
    { payment: 1, more: 1 },
    { payment: 1, lines: [{}] },
    [],
    { payment: 1, lines: [] },
  ];
  for (const body of bodies) {
    const { status } = await request(createApplication()).post('/refunds').send(body);
    expect(status, JSON.stringify(body)).toBe(check(body) ? 200 : 422);
  }
});
