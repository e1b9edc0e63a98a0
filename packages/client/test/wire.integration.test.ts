/** What a client sends, by kind of schema and library, and what the handler and the OpenAPI document make of it. */

import { once } from 'node:events';
import { createServer as createNodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { multipart } from '@nextpress/multipart';
import { createDocument } from '@nextpress/openapi';
import { createServer, type Request } from '@nextpress/server';
import { validate } from '@nextpress/validate';
import { caseCount, listen } from '@nextpress-internal/test-kit';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createClient } from '../src/index.ts';

const PLACES = ['params', 'query', 'headers', 'body', 'form'] as const;
type Place = (typeof PLACES)[number];

/** A kind of schema: its property in each library, its values, and where these can be sent. */
interface Kind {
  readonly zod: z.ZodType;
  readonly valibot: v.GenericSchema;
  readonly arktype: string | object;
  readonly json?: object;
  readonly isOptional?: boolean;
  readonly values: readonly unknown[];
  readonly places?: readonly Place[];
}

const OPTIONAL: readonly Place[] = ['query', 'headers', 'body', 'form'];
const FLAT: readonly Place[] = ['query', 'body', 'form'];
const texts = fc.sample(fc.string({ unit: 'grapheme' }), { numRuns: caseCount(10), seed: 1 });

const kinds: Readonly<Record<string, Kind>> = {
  'a string': {
    ...{ zod: z.string(), valibot: v.string(), arktype: 'string', json: { type: 'string' } },
    values: ['a', '5', 'true', 'a,b', 'null', '2026-01-02T03:04:05Z'],
  },
  'any string': {
    ...{ zod: z.string(), valibot: v.string(), arktype: 'string', json: { type: 'string' } },
    ...{ values: ['', ' a ', 'a&b=c', '%', '+', 'ü😀', '[a]', ...texts], places: FLAT },
  },
  'an integer': {
    ...{ zod: z.int(), valibot: v.pipe(v.number(), v.integer()), arktype: 'number.integer' },
    ...{ json: { type: 'integer' }, values: [0, -7, Number.MAX_SAFE_INTEGER] },
  },
  'a number': {
    ...{ zod: z.number(), valibot: v.number(), arktype: 'number', json: { type: 'number' } },
    values: [19.99, -1.5e-7, 1e21],
  },
  'a boolean': {
    ...{ zod: z.boolean(), valibot: v.boolean(), arktype: 'boolean', json: { type: 'boolean' } },
    values: [true, false],
  },
  'a date': {
    ...{ zod: z.date(), valibot: v.date(), arktype: 'Date' },
    values: [new Date(0), new Date('2026-11-28T22:00:00.123Z'), new Date(8.64e15)],
  },
  'a bigint': { zod: z.bigint(), valibot: v.bigint(), arktype: 'bigint', values: [0n, -5n] },
  'an enum': {
    ...{ zod: z.literal(['a', 1, true]), valibot: v.picklist(['a', 1]), arktype: "'a' | 1 | true" },
    ...{ json: { enum: ['a', 1, true] }, values: ['a', 1] },
  },
  'an optional value': {
    ...{ zod: z.number().optional(), valibot: v.optional(v.number()), arktype: 'number' },
    ...{ json: { type: 'number' }, isOptional: true, values: [1, undefined], places: OPTIONAL },
  },
  'a nullable value': {
    ...{ zod: z.number().nullable(), valibot: v.nullable(v.number()), arktype: 'number | null' },
    ...{ json: { type: ['number', 'null'] }, values: [1] },
  },
  'null in JSON': {
    ...{ zod: z.number().nullable(), valibot: v.nullable(v.number()), arktype: 'number | null' },
    ...{ json: { type: ['number', 'null'] }, values: [null], places: ['body'] },
  },
  'an array of strings': {
    ...{ zod: z.array(z.string()), valibot: v.array(v.string()), arktype: 'string[]' },
    ...{ json: { type: 'array', items: { type: 'string' } }, values: [['a'], ['a', 'b'], ['1', 'true']] },
  },
  'an array of numbers': {
    ...{ zod: z.array(z.number()), valibot: v.array(v.number()), arktype: 'number[]' },
    ...{ json: { type: 'array', items: { type: 'number' } }, values: [[1], [1, 2.5]] },
  },
  'an empty array': {
    ...{ zod: z.array(z.number()), valibot: v.array(v.number()), arktype: 'number[]' },
    ...{ json: { type: 'array', items: { type: 'number' } }, values: [[]], places: OPTIONAL },
  },
  'an array of arbitrary strings': {
    ...{ zod: z.array(z.string()), valibot: v.array(v.string()), arktype: 'string[]' },
    json: { type: 'array', items: { type: 'string' } },
    ...{ values: [[''], ['a,b'], ['a,b', ''], texts], places: FLAT },
  },
  'an array or a single value': {
    zod: z.union([z.string(), z.array(z.string())]),
    valibot: v.union([v.string(), v.array(v.string())]),
    arktype: 'string | string[]',
    json: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    values: ['a', ['a', 'b']],
    places: FLAT,
  },
  'an object': {
    zod: z.object({
      from: z.date(),
      tags: z.array(z.string()),
      deep: z.object({ n: z.number() }).optional(),
    }),
    valibot: v.object({
      from: v.date(),
      tags: v.array(v.string()),
      deep: v.optional(v.object({ n: v.number() })),
    }),
    arktype: { from: 'Date', tags: 'string[]', 'deep?': { n: 'number' } },
    values: [
      { from: new Date(0), tags: ['a'] },
      { from: new Date(1), tags: ['a', 'b'], deep: { n: 1 } },
    ],
    places: ['query', 'body'],
  },
  'a map': {
    zod: z.record(z.string(), z.number()),
    valibot: v.record(v.string(), v.number()),
    arktype: { '[string]': 'number' },
    json: { type: 'object', additionalProperties: { type: 'number' } },
    values: [{ a: 1 }, { 'a b': 1, toString: 2, '0': 3 }, {}],
    places: ['query', 'body'],
  },
};

const libraries: Readonly<Record<string, (kind: Kind) => object | undefined>> = {
  zod: ({ zod }) => z.object({ value: zod }),
  valibot: ({ valibot }) => v.object({ value: valibot }),
  arktype: ({ arktype, isOptional }) => type({ [isOptional ? 'value?' : 'value']: arktype } as never),
  'JSON Schema': ({ json, isOptional }) =>
    json && { type: 'object', properties: { value: json }, required: isOptional ? [] : ['value'] },
};

/** A route for each kind and place, which records its request. */
function createApp(toSchema: (kind: Kind) => object | undefined) {
  let seen: Request | undefined;
  const app = createServer({ logError: (error) => console.error(error) });
  app.register(validate());
  const note = (req: Request, res: { end(): unknown }): void => {
    seen = req;
    res.end();
  };
  for (const [at, kind] of Object.values(kinds).entries()) {
    const schema = toSchema(kind);
    if (schema === undefined) continue;
    app.get(`/${at}/params/:value`, { schema: { params: schema } }, note);
    app.get(`/${at}/query`, { schema: { query: schema } }, note);
    app.get(`/${at}/headers`, { schema: { headers: schema } }, note);
    app.post(`/${at}/body`, { schema: { body: schema } }, note);
    app.post(`/${at}/form`, multipart(), { schema: { body: schema } }, note);
  }
  return { app, seen: () => seen as Request };
}

type Send = (path: string, request: object) => Promise<{ readonly status: number; readonly body: unknown }>;

function sendersOf(base: string): Readonly<Record<'get' | 'post', Send>> {
  return createClient(base as never) as never;
}

async function send({ get, post }: ReturnType<typeof sendersOf>, at: number, place: Place, value: unknown) {
  const path = `/${at}/${place}`;
  if (place === 'params') return get(`${path}/:value`, { params: { value } });
  return place === 'query' || place === 'headers'
    ? get(path, { [place]: { value } })
    : post(path, { [place]: { value } });
}

describe.each(Object.entries(libraries))(
  'with schemas of %s, the handler gets what was sent',
  (_name, toSchema) => {
    test.each(['fast lane', 'node:http'])('in the lane of %s', async (lane) => {
      const { app, seen } = createApp(toSchema);
      let base: string;
      if (lane === 'node:http') {
        const { url, close } = await listen(createNodeServer(app));
        onTestFinished(close);
        base = url;
      } else {
        const server = app.listen(0, '127.0.0.1');
        onTestFinished(() => void app.close());
        await once(server, 'listening');
        base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      }
      const senders = sendersOf(base);
      for (const [at, [kindName, kind]] of Object.entries(kinds).entries()) {
        if (toSchema(kind) === undefined) continue;
        for (const place of kind.places ?? PLACES) {
          for (const value of kind.values) {
            const { status, body } = await send(senders, at, place, value);
            const about = `${kindName} in ${place}`;
            expect({ about, status, body }).toEqual({ about, status: 200, body: undefined });
            const part = seen()[place === 'form' ? 'body' : place] as { readonly value: unknown };
            expect({ about, value: part.value }).toEqual({ about, value });
          }
        }
      }
    });
  },
);

describe.each(Object.entries(libraries))(
  'with schemas of %s, the document describes what is sent',
  (_name, toSchema) => {
    test('by style and explode', async () => {
      const { app, seen } = createApp(toSchema);
      const { url, close } = await listen(createNodeServer(app));
      onTestFinished(close);
      const document = createDocument(app, { info: { title: 'T', version: '1' }, validationStatus: false });
      for (const [at, kind] of Object.values(kinds).entries()) {
        if (toSchema(kind) === undefined) continue;
        for (const place of ['params', 'query', 'headers'] as const) {
          if (kind.places?.includes(place) === false) continue;
          const path = `/${at}/${place}${place === 'params' ? '/{value}' : ''}`;
          const [parameter] = document.paths[path]?.get?.parameters ?? [];
          for (const value of kind.values) {
            await send(sendersOf(url), at, place, value);
            const { url: target = '', rawHeaders } = seen();
            const expected = value === undefined ? undefined : written(parameter as never, value);
            if (place === 'query') expect(pairsOf(target)).toEqual(expected ?? []);
            else if (place === 'params')
              expect(decodeURIComponent(target.split('/').at(-1) ?? '')).toBe(expected);
            else expect(Object.fromEntries(pairwise(rawHeaders)).value ?? '').toBe(expected ?? '');
          }
        }
      }
    });
  },
);

function pairwise(list: readonly string[]): (readonly [string, string])[] {
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : []));
}

type Parameter = { readonly in: string; readonly style?: string; readonly explode?: boolean };

function pairsOf(target: string): [string, string][] {
  return [...new URL(target, 'http://a').searchParams];
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** A value as OpenAPI serializes it: a string in a path or a header, pairs in a query. */
function written(
  { in: place, style = place === 'query' ? 'form' : 'simple', explode = style === 'form' }: Parameter,
  value: unknown,
): string | [string, string][] {
  if (style === 'simple' && !explode) return [value].flat().map(textOf).join(',');
  if (style === 'form' && explode) return [value].flat().map((each) => ['value', textOf(each)]);
  expect([style, explode]).toEqual(['deepObject', true]);
  // Nested objects are beyond OpenAPI: their names get more brackets.
  const pairs = (name: string, inner: unknown): [string, string][] =>
    typeof inner !== 'object' || inner === null || inner instanceof Date
      ? [[name, textOf(inner)]]
      : Array.isArray(inner)
        ? inner.flatMap((item) => pairs(name, item))
        : Object.entries(inner).flatMap(([key, each]) => pairs(`${name}[${key}]`, each));
  return pairs('value', value);
}
