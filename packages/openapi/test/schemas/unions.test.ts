import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { DocumentedRoute, JsonSchema, OpenApiDocument, OpenApiParameter } from '../../src/index.ts';
import { describeRoutes } from '../validated.ts';

function post(path: string, schema: object): DocumentedRoute {
  return { methods: ['POST'], path, options: { schema } };
}

function bodyOf(document: OpenApiDocument, path: string): JsonSchema | undefined {
  return document.paths[path]?.post?.requestBody?.content['application/json']?.schema;
}

const card = {
  type: 'object',
  properties: { kind: { const: 'card' }, number: { type: 'string' } },
  required: ['kind', 'number'],
};
const bank = {
  type: 'object',
  properties: { kind: { const: 'bank' }, iban: { type: 'string' } },
  required: ['kind'],
};

describe('a query schema with alternatives', () => {
  test.each([
    ['oneOf', { oneOf: [card, bank] }],
    ['anyOf', { type: 'object', anyOf: [card, bank] }],
    [
      'zod',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('card'), number: z.string() }),
        z.object({ kind: z.literal('bank'), iban: z.string().optional() }),
      ]),
    ],
  ])('in %s documents the values of all alternatives', async (_name, query) => {
    const { document } = await describeRoutes([post('/', { query })]);
    expect(document.paths['/']?.post?.parameters).toMatchObject([
      { name: 'kind', in: 'query', required: true, schema: { enum: ['card', 'bank'] } },
      { name: 'number', in: 'query', schema: { type: 'string' } },
      { name: 'iban', in: 'query', schema: { type: 'string' } },
    ]);
    expect(document.paths['/']?.post?.parameters?.map((each) => Object(each).required)).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  test('documents the schemas of all alternatives for a property, each once', async () => {
    const page = (schema: object) => ({ properties: { page: schema } });
    const query = {
      anyOf: [page({ type: 'integer' }), page({ type: 'string', format: 'date' }), page({ type: 'integer' })],
    };
    const { document } = await describeRoutes([post('/', { query })]);
    expect(document.paths['/']?.post?.parameters).toMatchObject([
      { schema: { anyOf: [{ type: 'integer' }, { type: 'string', format: 'date' }] } },
    ]);
  });
});

test.each([
  [
    'declared next to a reference',
    {
      $ref: '#/$defs/Page',
      properties: { text: { type: 'string' } },
      required: ['text'],
      $defs: { Page: { properties: { page: { type: 'integer' } } } },
    },
    [
      ['page', undefined],
      ['text', true],
    ],
  ],
  [
    'declared in a condition',
    {
      properties: { text: { type: 'string' } },
      if: { required: ['text'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { language: { type: 'string' } }, required: ['language'] },
      else: { properties: { all: { const: 'yes' } } },
    },
    [
      ['language', undefined],
      ['all', undefined],
      ['text', undefined],
    ],
  ],
  [
    'that depends on another',
    {
      properties: { from: { type: 'string' } },
      dependentSchemas: { from: { properties: { to: { type: 'string' } }, required: ['to'] } },
    },
    [
      ['to', undefined],
      ['from', undefined],
    ],
  ],
])('a query parameter is documented for a property %s', async (_name, query, expected) => {
  const { document } = await describeRoutes([post('/', { query: { type: 'object', ...query } })]);
  const parameters = document.paths['/']?.post?.parameters as OpenApiParameter[];
  expect(parameters.map(({ name, required }) => [name, required])).toEqual(expected);
});

describe('a discriminator', () => {
  test('in a JSON Schema refers to components instead of definitions', async () => {
    const body = {
      oneOf: [{ $ref: '#/$defs/Card' }, { $ref: '#/$defs/Bank' }],
      discriminator: { propertyName: 'kind', mapping: { card: '#/$defs/Card', bank: '#/$defs/Bank' } },
      $defs: { Card: card, Bank: bank },
    };
    const { document } = await describeRoutes([post('/', { body })]);
    expect(bodyOf(document, '/')).toEqual({
      oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }],
      discriminator: {
        propertyName: 'kind',
        mapping: { card: '#/components/schemas/Card', bank: '#/components/schemas/Bank' },
      },
    });
  });

  test.each([
    [
      'zod',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('card') }).meta({ id: 'ZodCard' }),
        z.object({ kind: z.enum(['bank', 'iban']) }),
      ]),
      'ZodCard',
    ],
    [
      'valibot',
      v.variant('kind', [
        v.object({ kind: v.literal('card') }),
        v.object({ kind: v.picklist(['bank', 'iban']) }),
      ]),
      'POSTBodyCard',
    ],
  ])('in %s uses components for all alternatives', async (_library, body, name) => {
    const { document } = await describeRoutes([post('/', { body })]);
    const bankRef = '#/components/schemas/POSTBodyBank';
    expect(bodyOf(document, '/')).toMatchObject({
      discriminator: {
        propertyName: 'kind',
        mapping: { card: `#/components/schemas/${name}`, bank: bankRef, iban: bankRef },
      },
    });
    const { oneOf, anyOf } = bodyOf(document, '/') as { oneOf?: object[]; anyOf?: object[] };
    expect(oneOf ?? anyOf).toEqual([{ $ref: `#/components/schemas/${name}` }, { $ref: bankRef }]);
  });

  test('with recursive alternatives is documented', async () => {
    const body = {
      $ref: '#/$defs/A',
      $defs: { A: { oneOf: [{ $ref: '#/$defs/A' }, card], discriminator: { propertyName: 'kind' } } },
    };
    const { document } = await describeRoutes([post('/', { body })]);
    expect(document.components?.schemas?.A).toMatchObject({
      discriminator: { mapping: { card: expect.any(String) } },
    });
  });
});

test.each([
  [
    { type: 'string', enum: ['a'], nullable: true },
    { type: 'string', enum: ['a'] },
  ],
  [
    { type: 'string', const: 'a', nullable: true },
    { type: 'string', const: 'a' },
  ],
  [
    { type: 'string', enum: ['a', null], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
])('%j allows null only where ajv accepts it', async (body, written) => {
  const { document } = await describeRoutes([post('/', { body })]);
  expect(bodyOf(document, '/')).toEqual(written);
});

test.each([
  [z.object({}), true],
  [z.object({}).optional(), false],
  [z.object({}).nullish(), false],
  [z.object({}).nullable(), false],
  [z.object({}).default({}), false],
  [z.object({}).refine(async () => true), true],
  [v.optional(v.object({})), false],
  [{ type: 'object' }, true],
  [{ type: ['object', 'null'] }, false],
  [{ type: 'object', nullable: true }, false],
  [{ anyOf: [{ type: 'object' }, { type: 'null' }] }, false],
  [{ allOf: [{ type: ['object', 'null'] }, { type: 'object' }] }, true],
  [{ enum: ['a'] }, true],
  [{ $ref: '#/$defs/a', $defs: { a: { type: ['object', 'null'] } } }, false],
  [{}, false],
])('the body %j is required: %s', async (body, required) => {
  const { document } = await describeRoutes([post('/', { body })]);
  expect(document.paths['/']?.post?.requestBody?.required).toBe(required);
});

test('component names do not depend on the order of the routes', async () => {
  const named = (type: string) => ({ $ref: '#/$defs/User', $defs: { User: { type } } });
  const User = z.object({ a: z.number().default(1) }).meta({ id: 'Account' });
  const routes = [
    post('/a', { body: named('integer') }),
    post('/b', { body: named('string') }),
    post('/c', { response: { 200: named('boolean') } }),
    post('/d', { response: { 200: User } }),
    post('/e', { body: User }),
  ];
  const { document } = await describeRoutes(routes);
  const { document: reversed } = await describeRoutes([...routes].reverse());
  expect(reversed).toEqual(document);
  expect(Object.keys(document.components?.schemas ?? {}).sort()).toEqual([
    'Account',
    'AccountOutput',
    'HttpError',
    'User',
    'User2',
    'User3',
    'ValidationProblem',
  ]);
  expect(bodyOf(document, '/e')).toEqual({ $ref: '#/components/schemas/Account' });
});

test('a library schema inside `openapi` is converted like the schema of a route', async () => {
  const Item = z.object({ at: z.date(), n: z.number().default(1) }).meta({ id: 'Item' });
  const { document, warnings } = await describeRoutes(
    [
      {
        methods: ['POST'],
        path: '/',
        options: {
          schema: { response: { 201: Item } },
          openapi: {
            parameters: [{ name: 'q', in: 'query', schema: z.string() }],
            requestBody: { content: { 'application/json': { schema: Item } } },
            responses: {
              200: { content: { 'text/csv': { schema: v.string() } } },
              202: { content: { 'application/json': { schema: Item } } },
            },
          },
        },
      },
    ],
    { components: { schemas: { Shared: z.array(Item) as never } } },
  );
  const { post: operation } = document.paths['/'] ?? {};
  expect(operation?.parameters).toEqual([{ name: 'q', in: 'query', schema: { type: 'string' } }]);
  expect(operation?.requestBody?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/Item',
  });
  const output = { $ref: '#/components/schemas/ItemOutput' };
  expect(operation?.responses).toMatchObject({
    200: { content: { 'text/csv': { schema: { type: 'string' } } } },
    201: { content: { 'application/json': { schema: output } } },
    202: { content: { 'application/json': { schema: output } } },
  });
  expect(document.components?.schemas?.Shared).toEqual({ type: 'array', items: output });
  expect(warnings).toEqual([]);
});
