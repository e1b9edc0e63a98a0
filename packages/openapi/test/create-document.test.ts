import { expect, test } from 'vitest';
import type { DocumentedRoute } from '../src/index.ts';
import { describeRoutes } from './validated.ts';

const payment = {
  type: 'object',
  properties: { amount: { type: 'integer', minimum: 1 }, currency: { enum: ['EUR', 'USD'] } },
  required: ['amount'],
};

function refused(description: string): object {
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/HttpError' } } },
  };
}

function route(
  method: string,
  path: DocumentedRoute['path'],
  options: DocumentedRoute['options'] = {},
): DocumentedRoute {
  return { methods: [method], path, options };
}

test('a route without options is documented with its path, params and a response', async () => {
  const { document, warnings } = await describeRoutes([
    { methods: ['GET', 'HEAD'], path: '/users/:id', options: {} },
  ]);
  expect(document).toEqual({
    openapi: '3.1.1',
    info: { title: 'Test', version: '1.0.0' },
    paths: {
      '/users/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'OK' } },
        },
      },
    },
  });
  expect(warnings).toEqual([]);
});

test('schemas produce parameters, a body, responses and the response to invalid requests', async () => {
  const { document } = await describeRoutes([
    route('PUT', '/accounts/:account/payments/:id', {
      schema: {
        params: { type: 'object', properties: { id: { type: 'integer', description: 'Its number' } } },
        query: {
          type: 'object',
          properties: {
            page: { type: 'integer', default: 1 },
            tags: { type: 'array', items: { type: 'string' } },
            filter: { type: 'object', properties: { from: { type: 'string', format: 'date' } } },
          },
          required: ['page'],
        },
        headers: {
          type: 'object',
          properties: { 'idempotency-key': { type: 'string' }, authorization: { type: 'string' } },
        },
        body: payment,
        response: { 201: payment, '4xx': { type: 'object' }, default: true, 204: {} },
      },
    }),
  ]);
  expect(document.paths).toEqual({
    '/accounts/{account}/payments/{id}': {
      put: {
        parameters: [
          { name: 'account', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'id', in: 'path', required: true, description: 'Its number', schema: { type: 'integer' } },
          { name: 'page', in: 'query', required: true, schema: { type: 'integer', default: 1 } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          {
            ...{ name: 'filter', in: 'query', style: 'deepObject', explode: true },
            schema: { type: 'object', properties: { from: { type: 'string', format: 'date' } } },
          },
          { name: 'idempotency-key', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: payment } } },
        responses: {
          201: { description: 'Created', content: { 'application/json': { schema: payment } } },
          204: { description: 'No Content' },
          400: { $ref: '#/components/responses/ValidationProblem' },
          413: refused('Payload Too Large'),
          415: refused('Unsupported Media Type'),
          '4XX': {
            description: 'Client error',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          default: { description: 'Other statuses', content: { 'application/json': { schema: {} } } },
        },
      },
    },
  });
  expect(document.components?.responses?.ValidationProblem).toMatchObject({
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/ValidationProblem' } },
      'application/json': { schema: { $ref: '#/components/schemas/HttpError' } },
    },
  });
});

test('the response to invalid requests uses validationStatus, unless the route documents that status', async () => {
  const routes = [
    route('POST', '/a', { schema: { body: payment } }),
    route('POST', '/b', { schema: { body: payment, response: { 422: payment } } }),
  ];
  const { document } = await describeRoutes(routes, { validationStatus: 422 });
  expect(Object.keys(document.paths['/a']?.post?.responses ?? {})).toEqual([
    '200',
    '400',
    '413',
    '415',
    '422',
  ]);
  expect(document.components?.responses).toEqual({
    UnprocessableContent: {
      description: "The request does not match the operation's schemas.",
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ValidationProblem' } } },
    },
  });
  expect(document.paths['/b']?.post?.responses?.[422]).toMatchObject({ content: { 'application/json': {} } });
  const without = await describeRoutes(routes, { validationStatus: false });
  expect(Object.keys(without.document.paths['/a']?.post?.responses ?? {})).toEqual(['200']);
  expect(without.document.components).toBeUndefined();
});

test('the status of a route validator takes precedence, and references to its schemas resolve', async () => {
  const { document, warnings } = await describeRoutes([
    {
      ...route('POST', '/a', { schema: { body: { $ref: 'money' } } }),
      validation: { status: 422, schemas: [{ $id: 'money', type: 'integer' }] },
    },
    route('POST', '/b', { schema: { body: payment } }),
  ]);
  const statuses = (path: string) => Object.keys(document.paths[path]?.post?.responses ?? {});
  expect(statuses('/a')).toEqual(['200', '400', '413', '415', '422']);
  expect(statuses('/b')).toEqual(['200', '400', '413', '415']);
  expect(document.components?.schemas?.money).toEqual({ type: 'integer' });
  expect(warnings).toEqual([]);
});

test.each([
  ['problem', 'application/problem+json', { $ref: '#/components/schemas/ProblemDetails' }],
  ['json', 'application/json', { $ref: '#/components/schemas/HttpError' }],
  ['html', 'text/html', { type: 'string' }],
] as const)('the responses to malformed requests have the format %s', async (errorFormat, type, schema) => {
  const { document } = await describeRoutes(
    [
      route('POST', '/a', { schema: { body: payment } }),
      route('GET', '/b', { openapi: { responses: { default: { description: 'own' } } } }),
    ],
    { errorFormat },
  );
  const { responses = {} } = document.paths['/a']?.post ?? {};
  expect(responses[413]).toEqual({ description: 'Payload Too Large', content: { [type]: { schema } } });
  expect(responses[415]).toMatchObject({ content: { [type]: { schema } } });
  const invalid = document.components?.responses?.ValidationProblem as { content: Record<string, unknown> };
  const problem = { $ref: '#/components/schemas/ValidationProblem' };
  expect(invalid.content).toEqual(
    errorFormat === 'problem'
      ? { [type]: { schema: { anyOf: [problem, schema] } } }
      : { 'application/problem+json': { schema: problem }, [type]: { schema } },
  );
  const other = { description: 'Any other error', content: { [type]: { schema } } };
  expect(responses.default).toEqual(errorFormat === 'problem' ? other : undefined);
  expect(document.paths['/b']?.get?.responses?.default).toEqual({ description: 'own' });
});

test('the documentation of a route is merged with its schemas', async () => {
  const { document } = await describeRoutes(
    [
      route('POST', '/payments/:id', {
        schema: { body: payment, response: { 201: payment } },
        openapi: {
          summary: 'Pay',
          tags: ['payments'],
          operationId: 'pay',
          deprecated: true,
          security: [{ token: [] }],
          externalDocs: { url: 'https://api.example/docs' },
          'x-internal': true,
          parameters: [
            { name: 'id', in: 'path', description: 'Its number' },
            { name: 'session', in: 'cookie', schema: { type: 'string' } },
          ],
          requestBody: {
            description: 'What to pay',
            content: {
              'application/x-www-form-urlencoded': { examples: { small: { value: { amount: 1 } } } },
            },
          },
          responses: {
            201: { description: 'Paid', headers: { Location: { schema: { type: 'string' } } } },
            402: { content: { 'application/json': { schema: { type: 'string' } } } },
          },
        },
      }),
    ],
    {
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      tags: [{ name: 'payments' }],
    },
  );
  expect(document.components?.securitySchemes).toEqual({ token: { type: 'http', scheme: 'bearer' } });
  expect(document.paths['/payments/{id}']?.post).toEqual({
    summary: 'Pay',
    tags: ['payments'],
    operationId: 'pay',
    deprecated: true,
    security: [{ token: [] }],
    externalDocs: { url: 'https://api.example/docs' },
    'x-internal': true,
    parameters: [
      { name: 'id', in: 'path', required: true, description: 'Its number', schema: { type: 'string' } },
      { name: 'session', in: 'cookie', schema: { type: 'string' } },
    ],
    requestBody: {
      required: true,
      description: 'What to pay',
      content: {
        'application/x-www-form-urlencoded': {
          schema: payment,
          examples: { small: { value: { amount: 1 } } },
        },
      },
    },
    responses: {
      201: {
        description: 'Paid',
        headers: { Location: { schema: { type: 'string' } } },
        content: { 'application/json': { schema: payment } },
      },
      400: { $ref: '#/components/responses/ValidationProblem' },
      413: refused('Payload Too Large'),
      415: refused('Unsupported Media Type'),
      402: {
        description: 'Payment Required',
        content: { 'application/json': { schema: { type: 'string' } } },
      },
    },
  });
});

test('hidden routes are omitted', async () => {
  const { document } = await describeRoutes([route('GET', '/secret', { openapi: { hide: true } })]);
  expect(document.paths).toEqual({});
});

test('paths that differ only in param names are documented as one path, with the names of the first', async () => {
  const { document } = await describeRoutes([
    route('GET', '/users/:id'),
    route('PUT', '/users/:name', { schema: { params: { properties: { name: { type: 'integer' } } } } }),
  ]);
  expect(Object.keys(document.paths)).toEqual(['/users/{id}']);
  expect(document.paths['/users/{id}']?.put?.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
  ]);
});

test('a wildcard is documented as a string, and a constraint as a pattern', async () => {
  const { document } = await describeRoutes([
    route('GET', '/files/*path', {
      schema: { params: { properties: { path: { type: 'array', items: { type: 'string' } } } } },
    }),
    route('GET', '/:year(\\d{4})'),
  ]);
  expect(document.paths['/files/{path}']?.get?.parameters).toEqual([
    {
      ...{ name: 'path', in: 'path', required: true, schema: { type: 'string' } },
      description: 'One or more path segments, separated by slashes.',
    },
  ]);
  expect(document.paths['/{year}']?.get?.parameters).toEqual([
    { name: 'year', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:\\d{4})$' } },
  ]);
});

test('an optional group produces two operations with different ids', async () => {
  const { document } = await describeRoutes([
    route('GET', '/users{/:id}', { openapi: { operationId: 'users' } }),
  ]);
  expect(document.paths['/users']?.get?.operationId).toBe('users');
  expect(document.paths['/users/{id}']?.get?.operationId).toBe('users_2');
});

test('a route for all methods is included if it is documented, and routes for single methods take precedence', async () => {
  const { document, warnings } = await describeRoutes([
    route('*', '/guarded'),
    route('*', '/any', { openapi: { summary: 'any' } }),
    route('GET', '/any', { openapi: { summary: 'get' } }),
    route('POST', '/any'),
  ]);
  expect(Object.keys(document.paths)).toEqual(['/any']);
  const summaries = Object.entries(document.paths['/any'] ?? {}).map(([method, { summary }]) => [
    method,
    summary,
  ]);
  expect(summaries).toEqual([
    ['get', 'get'],
    ['post', 'any'],
    ['put', 'any'],
    ['patch', 'any'],
    ['delete', 'any'],
  ]);
  expect(warnings).toEqual([]);
});

test('anything OpenAPI cannot express is omitted, with a warning that names the route', async () => {
  const { document, warnings } = await describeRoutes([
    route('GET', [/^\/v(\d)$/, '/v']),
    route('PURGE', '/cache'),
    route('GET', '/twice', { openapi: { summary: 'first' } }),
    route('GET', '/twice', { openapi: { summary: 'second' } }),
    route('GET', '/odd', { schema: { query: 'no schema' } }),
    route('GET', '/lost', { schema: { response: { 200: { $ref: 'urn:lost' } } } }),
  ]);
  expect(Object.keys(document.paths)).toEqual(['/v', '/twice', '/odd', '/lost']);
  expect(document.paths['/twice']?.get?.summary).toBe('first');
  expect(warnings).toEqual([
    'GET /odd: The query schema is omitted: expected a Standard Schema or a JSON Schema, got string',
    'GET /^\\/v(\\d)$/, /v: The path is omitted: OpenAPI does not support regular expressions',
    'PURGE /cache: The method is omitted: OpenAPI 3.1 does not support PURGE',
    'GET /twice: The document already describes GET /twice: keeping the first',
    'GET /lost: Unknown $ref "urn:lost": expected a definition in the same schema, or the $id of another one',
  ]);
});

test('transform changes and omits operations', async () => {
  const { document } = await describeRoutes([route('GET', '/admin/users'), route('GET', '/debug')], {
    transform: (operation, { path, method }) =>
      String(path).startsWith('/admin')
        ? { ...operation, security: [{ token: [] }], summary: method }
        : undefined,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  });
  expect(Object.keys(document.paths)).toEqual(['/admin/users']);
  expect(document.paths['/admin/users']?.get).toMatchObject({ security: [{ token: [] }], summary: 'GET' });
});

test('names such as __proto__ are documented like any other', async () => {
  const properties = JSON.parse(
    '{ "__proto__": { "type": "string" }, "constructor": { "type": "integer" } }',
  );
  const { document } = await describeRoutes([
    route('POST', '/:__proto__', { schema: { body: { type: 'object', properties }, query: { properties } } }),
  ]);
  const operation = document.paths['/{__proto__}']?.post;
  expect(JSON.stringify(operation?.requestBody)).toContain('"__proto__":{"type":"string"}');
  expect(operation?.parameters?.map((parameter) => 'name' in parameter && parameter.name)).toEqual([
    '__proto__',
    '__proto__',
    'constructor',
  ]);
  expect(Object.getPrototypeOf(document.paths)).toBe(Object.prototype);
});

test('a validator schema that references another one becomes an alias in the document', async () => {
  const schemas = [
    { $id: 'https://b.example/y', type: 'object', properties: { a: { type: 'integer' } } },
    { $id: 'https://a.example/x', $ref: 'https://b.example/y' },
  ];
  const options = { schema: { body: { $ref: 'https://a.example/x' } } };
  const { document, warnings } = await describeRoutes([
    { methods: ['POST'], path: '/', options, validation: { schemas } },
  ]);
  expect(warnings).toEqual([]);
  expect(JSON.stringify(document.components?.schemas)).toContain('"a":{"type":"integer"}');
});
