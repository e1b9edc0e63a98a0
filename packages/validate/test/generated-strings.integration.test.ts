import { createServer } from '@nextpress/server';
import { caseCount, exchange } from '@nextpress-internal/test-kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validate } from '../src/index.ts';
import { startInFastLane } from './lanes.ts';

interface Scalar {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
}
type Field = Scalar | { readonly type: 'array'; readonly items: Scalar };

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.record({ type: fc.constant('string' as const), minLength: fc.constantFrom(0, 2) }),
  fc.record(
    { type: fc.constantFrom('integer' as const, 'number' as const), minimum: fc.constantFrom(0, 1.5) },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('boolean' as const) }),
  fc.constantFrom({ type: 'integer' as const, enum: [1, 2, 10] }, { type: 'boolean' as const, const: true }),
);
const list = fc.record({
  type: fc.constant('array' as const),
  items: scalar,
  maxItems: fc.constantFrom(1, 3),
});

/** Without surrounding spaces, which headers do not preserve. */
const text = fc.oneof(
  fc.constantFrom('0', '-0', '1', '2', '10', '1.5', '-1.5e3', '1E2', 'true', 'false', 'null', 'x'),
  fc.constantFrom('01', '+1', '.5', '1.', '0x10', '1e999', 'NaN', 'Infinity', 'TRUE', '1,2', '[1]', '{}'),
  fc.constantFrom('9007199254740991', '9007199254740993', '-9007199254740993', '1_000', '0n', '"1"'),
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.string({
    unit: fc.constantFrom('a', '1', '-', '.', 'e', '%', '&', '=', '+'),
    minLength: 1,
    maxLength: 4,
  }),
);
const queryText = fc.oneof({ weight: 9, arbitrary: text }, fc.constantFrom('', ' 1', '1 ', 'é', '😀', '１'));

/** Strings, not all of which fit into headers and paths. */
const texts = fc.array(fc.array(queryText, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 20 });

/** The value that a string represents, by the type of its schema. */
function typed(schema: Field, value: string | readonly string[]): unknown {
  if (schema.type === 'array') return [value].flat().map((item) => typed(schema.items, item));
  if (typeof value !== 'string' || schema.type === 'string' || /^\s|\s$/.test(value)) return value;
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return value;
  }
  if (schema.type === 'boolean') return typeof parsed === 'boolean' ? parsed : value;
  const isSuitable = schema.type === 'integer' ? Number.isSafeInteger : Number.isFinite;
  return isSuitable(parsed) ? parsed : value;
}

/** A request that carries a string in its path, query or headers. */
interface Sent {
  readonly head: string;
  readonly value: string | readonly string[];
}

function requestsFor(path: string, given: readonly string[], isList: boolean): Sent[] {
  const [first = ''] = given;
  const value = isList && given.length > 1 ? given : first;
  // A param and a header are single strings, with items separated by commas.
  const itemsOf = (text: string): string | string[] => (isList ? text.split(',') : text);
  const query = [value].flat().map((item) => `value=${encodeURIComponent(item)}`);
  const head = (target: string, header: string): string =>
    `GET ${path}${target} HTTP/1.1\r\nHost: a\r\nValue: ${header}\r\n\r\n`;
  return [
    { head: head(`/query?${query.join('&')}`, ''), value },
    // Empty segments and dot segments are not params.
    ...(/^\.{0,2}$/.test(first)
      ? []
      : [{ head: head(`/params/${encodeURIComponent(first)}`, ''), value: itemsOf(first) }]),
    ...(/^[!-~]+$/.test(first) ? [{ head: head('/headers', first), value: itemsOf(first) }] : []),
  ];
}

test('strings in params, query and headers get the same verdicts as ajv gives the values they represent', async () => {
  const app = createServer();
  app.register(validate());
  const sample = fc.sample(fc.tuple(fc.oneof({ weight: 3, arbitrary: scalar }, list), texts), {
    numRuns: caseCount(150),
    seed: 1,
  });
  const schemas = sample.map(([field]) => ({
    type: 'object',
    properties: { value: field },
    required: ['value'],
  }));
  schemas.forEach((schema, index) => {
    app.get(`/${index}/params/:value`, { schema: { params: schema } }, (req, res) => res.json(req.params));
    app.get(`/${index}/query`, { schema: { query: schema } }, (req, res) => res.json(req.query));
    app.get(`/${index}/headers`, { schema: { headers: schema } }, (req, res) => {
      res.json({ value: req.headers.value });
    });
  });
  const port = await startInFastLane(app);
  const ajv = new Ajv2020();
  const counts = { valid: 0, invalid: 0 };
  for (const [index, [field, given]] of sample.entries()) {
    const check = ajv.compile(schemas[index] as object);
    const requests = given.flatMap((each) => requestsFor(`/${index}`, each, field.type === 'array'));
    const bytes = requests.map(({ head }) => head).join('');
    const responses = await exchange(port, bytes, { responses: requests.length });
    for (const [at, { head, value }] of requests.entries()) {
      const expected = { value: typed(field, value) };
      const isValid = check(expected);
      counts[isValid ? 'valid' : 'invalid']++;
      const { status, body } = responses[at] ?? {};
      expect([head, status]).toEqual([head, isValid ? 200 : 400]);
      const received = JSON.parse(Buffer.from(String(body), 'latin1').toString());
      if (isValid) expect(received).toEqual(JSON.parse(JSON.stringify(expected)));
    }
  }
  expect(counts.valid).toBeGreaterThan(200);
  expect(counts.invalid).toBeGreaterThan(200);
});
