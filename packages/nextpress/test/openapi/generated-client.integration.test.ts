import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OpenApiDocument, openapi } from '@nextpress/openapi';
import { validate } from '@nextpress/validate';
import { caseCount, closeServer, listen } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Application, createServer } from '../../src/index.ts';
import { type GeneratedRoute, route, type Schema, scalarValue, value, valueFor } from './arbitrary-api.ts';
import { type ClientRequest, DocumentClient } from './document-client.ts';

const SEED = 20260;
/** The limit of bodies, in bytes. */
const LIMIT = 2_000;

interface Api {
  readonly client: DocumentClient;
  /** What the handlers send next. */
  respondWith(value: unknown): void;
  close(): Promise<void>;
}

type Status = 400 | 422;

interface ApiOptions {
  readonly problemDetails: boolean;
  readonly status: Status;
  readonly inFastLane: boolean;
}

const pathOf = (index: number): string => `/routes/${index}/{id}`;

/** Starts an application, and makes a client of the document that it serves. */
async function start(
  routes: readonly object[],
  { problemDetails, status, inFastLane }: ApiOptions,
): Promise<Api> {
  const app = createServer({ logError: () => {}, problemDetails, env: 'production' });
  let next: unknown;
  app.register(openapi({ info: { title: 'Generated', version: '1' } }));
  app.register(validate({ status, responses: 'check', json: { limit: LIMIT } }));
  for (const [index, schema] of routes.entries()) {
    app.post(`/routes/${index}/:id`, { schema }, (_req, res) => res.json(next as never));
  }
  const { port, close } = await (inFastLane ? startInFastLane(app) : startInNode(app));
  const url = `http://127.0.0.1:${port}`;
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
  const respondWith = (response: unknown): void => {
    next = response;
  };
  return { client: new DocumentClient(document, url), respondWith, close };
}

async function startInFastLane(app: Application): Promise<{ port: number; close: () => Promise<void> }> {
  const server = app.listen(0, '127.0.0.1') as Server;
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

async function startInNode(app: Application): Promise<{ port: number; close: () => Promise<void> }> {
  return listen(createHttpServer(app));
}

/** Requests that mostly match a route, and what its handler responds with. */
function exchangesOf({
  query,
  headers,
  body,
  response,
}: GeneratedRoute): fc.Arbitrary<{ request: ClientRequest; response: unknown }> {
  return fc.record({
    request: fc.record({
      path: fc.record({ id: fc.constantFrom('7', '0', '-1', 'x') }, { noNullPrototype: true }),
      query: textsOf(query),
      header: textsOf(headers),
      body:
        body === undefined ? fc.constant(undefined) : fc.oneof(valueFor(body), value, fc.constant(undefined)),
    }),
    response: fc.oneof(valueFor(response), value),
  });
}

/** Values of an object as text. */
function textsOf(schema: Schema | undefined): fc.Arbitrary<Record<string, string>> {
  if (schema === undefined) return fc.constant({});
  const names = JSON.stringify(schema).match(/(?<=[{,]")(?:x-)?(?:a|b|kind|value)(?=":)/g) ?? ['a'];
  const others = fc.dictionary(fc.constantFrom(...names), scalarValue, { noNullPrototype: true });
  return fc
    .oneof(valueFor(schema) as fc.Arbitrary<Record<string, unknown>>, others)
    .map((values) => Object.fromEntries(Object.entries(values).map(([name, each]) => [name, String(each)])));
}

const PARAMS = { type: 'object', properties: { id: { type: 'integer', minimum: 0 } }, required: ['id'] };

const Card = z.object({ kind: z.literal('card'), number: z.string().min(3) }).meta({ id: 'Card' });
const Bank = z.object({
  kind: z.literal('bank'),
  iban: z.string().optional(),
  at: z.coerce.date().optional(),
});
const ROUTES = [
  { body: z.discriminatedUnion('kind', [Card, Bank]), response: { 200: Card } },
  { body: z.object({ amount: z.number().default(1) }).optional(), response: { 200: z.array(Card) } },
  { query: z.object({ page: z.coerce.number().int().optional() }), body: Card },
  { body: { type: ['object', 'null'], properties: { a: { type: 'integer' } } } },
];
const REQUEST: ClientRequest = { path: { id: '7' }, query: {}, header: {}, body: undefined };

describe.each([
  { problemDetails: true, status: 400, inFastLane: true },
  { problemDetails: false, status: 400, inFastLane: false },
  { problemDetails: true, status: 422, inFastLane: false },
  { problemDetails: false, status: 422, inFastLane: true },
] as const)('with %j', (settings) => {
  test('generated requests are accepted exactly as documented, and all responses are described', async () => {
    const seed = SEED + settings.status + Number(settings.problemDetails);
    const routes = fc.sample(route, { numRuns: caseCount(50), seed });
    const schemas = routes.map(({ response, ...others }) => ({
      params: PARAMS,
      ...others,
      response: { 200: response },
    }));
    const { client, respondWith, close } = await start(schemas, settings);
    const counts = { allowed: 0, refused: 0, sent: 0 };
    try {
      for (const [index, each] of routes.entries()) {
        const path = pathOf(index);
        // OpenAPI cannot say which parameters belong to the same alternative.
        const isExact = each.query?.oneOf === undefined;
        for (const { request, response } of fc.sample(exchangesOf(each), {
          numRuns: 20,
          seed: seed + index,
        })) {
          respondWith(response);
          const received = await client.send(path, 'post', request);
          const what = JSON.stringify({ schemas: each, request, response, received });
          const isRefused = received.status === settings.status;
          if (isExact) expect(isRefused, what).toBe(!client.allows(path, 'post', request));
          if (!isRefused && client.describes(path, 'post', 200, response))
            expect(received.status, what).toBe(200);
          counts[isRefused ? 'refused' : 'allowed']++;
          if (received.status === 200) counts.sent++;
          // An error of the server is described only with problem details.
          if (received.status !== 500 || settings.problemDetails)
            client.expectDescribed(path, 'post', received);
        }
      }
    } finally {
      await close();
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(routes.length);
  });

  test('each error of a request with a body is described', async () => {
    const { client, respondWith, close } = await start(ROUTES, settings);
    try {
      respondWith({ kind: 'card', number: '123' });
      const json = { 'content-type': 'application/json' };
      for (const index of ROUTES.keys()) {
        const target = `/routes/${index}/7`;
        const requests = [
          [settings.status, json, '{"kind":1,"a":"x","amount":"x"}'],
          [400, json, '{'],
          [400, { ...json, 'content-encoding': 'gzip' }, 'x'],
          [413, json, JSON.stringify('x'.repeat(LIMIT))],
          [415, { 'content-type': 'text/plain' }, 'text'],
          [415, { ...json, 'content-encoding': 'unknown' }, '1'],
        ] as const;
        for (const [status, headers, body] of requests) {
          const received = await client.sendText(target, 'post', headers, body);
          expect(received.status, JSON.stringify(received)).toBe(status);
          client.expectDescribed(pathOf(index), 'post', received);
        }
        if (!settings.problemDetails) continue;
        const others = [
          [404, '/none', 'get'],
          [405, target, 'patch'],
          [400, '/%zz', 'post'],
        ] as const;
        for (const [status, path, method] of others) {
          const received = await client.sendText(path, method, {}, undefined);
          expect(received.status).toBe(status);
          client.expectDescribed(pathOf(index), 'post', received);
        }
      }
    } finally {
      await close();
    }
  });

  test('a request without a body is allowed where it is optional', async () => {
    const { client, respondWith, close } = await start(ROUTES, settings);
    try {
      respondWith({ kind: 'card', number: '123' });
      const results = [];
      for (const index of ROUTES.keys()) {
        const { status } = await client.send(pathOf(index), 'post', REQUEST);
        results.push([client.allows(pathOf(index), 'post', REQUEST), status !== settings.status]);
      }
      expect(results).toEqual([
        [false, false],
        [true, true],
        [false, false],
        [true, true],
      ]);
    } finally {
      await close();
    }
  });
});
