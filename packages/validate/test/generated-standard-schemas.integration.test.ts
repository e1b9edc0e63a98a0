import { createServer } from '@nextpress/server';
import { caseCount, exchange } from '@nextpress-internal/test-kit';
import { type Type, type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { compileSchema, type StandardSchema, validate } from '../src/index.ts';
import { outline, toArktype, toValibot, toZod, valuesNear } from './arbitrary-outline.ts';
import { jsonRequest, startInFastLane } from './lanes.ts';

const MAX_ERRORS = 2;

/** The library's own verdict on a value. */
type Verdict = { readonly output: unknown } | { readonly count: number };

interface Library {
  readonly name: string;
  readonly build: (from: Parameters<typeof toZod>[0]) => StandardSchema<unknown, unknown>;
  readonly parse: (schema: never, value: unknown) => Verdict;
}

const libraries: readonly Library[] = [
  {
    name: 'zod',
    build: toZod,
    parse: (schema: z.ZodType, value) => {
      const { success, data, error } = schema.safeParse(value);
      return success ? { output: data } : { count: error.issues.length };
    },
  },
  {
    name: 'valibot',
    build: toValibot,
    parse: (schema: v.GenericSchema, value) => {
      const { success, output, issues } = v.safeParse(schema, value);
      return success ? { output } : { count: issues.length };
    },
  },
  {
    name: 'arktype',
    build: toArktype,
    parse: (schema: Type<unknown>, value) => {
      const result = schema(value);
      return result instanceof type.errors ? { count: result.length } : { output: result };
    },
  },
];

const cases = outline.chain((from) =>
  fc.tuple(fc.constant(from), fc.array(valuesNear(from), { minLength: 5, maxLength: 5 })),
);

describe.each(libraries)('generated schemas of $name', ({ build, parse }) => {
  const tryBuild = (from: Parameters<typeof build>[0]): ReturnType<typeof build> | undefined => {
    try {
      return build(from);
    } catch (error) {
      expect(String(error)).toMatch(/ParseError/);
      return undefined;
    }
  };

  test('give the library’s verdicts and outputs, and values are not changed', () => {
    const counts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(cases, ([from, values]) => {
        const schema = tryBuild(from);
        fc.pre(schema !== undefined);
        const compiled = compileSchema(schema, { maxErrors: MAX_ERRORS });
        for (const value of values) {
          const before = JSON.stringify(value);
          const result = compiled.validate(value);
          if (result instanceof Promise) throw new Error('expected a synchronous result');
          const verdict = parse(schema as never, value);
          if ('output' in verdict) expect(result.value).toEqual(verdict.output);
          else expect(result.issues).toHaveLength(Math.min(verdict.count, MAX_ERRORS));
          counts['output' in verdict ? 'valid' : 'invalid']++;
          for (const { location } of result.issues ?? []) expect(location).toMatch(/^body(?:$|\.|\[)/);
          expect(JSON.stringify(value)).toBe(before);
        }
      }),
      { numRuns: caseCount(500), seed: 1 },
    );
    expect(counts.valid).toBeGreaterThan(50);
    expect(counts.invalid).toBeGreaterThan(50);
  });

  test('give the same verdicts and outputs through a route', async () => {
    const app = createServer();
    app.register(validate());
    const sample = fc.sample(cases, { numRuns: caseCount(100), seed: 2 }).flatMap(([from, values]) => {
      const body = tryBuild(from);
      return body === undefined ? [] : [{ body, values }];
    });
    sample.forEach(({ body }, index) => {
      app.post(`/${index}`, { schema: { body } }, (req, res) => res.send(JSON.stringify(req.body)));
    });
    const port = await startInFastLane(app);
    for (const [index, { body, values }] of sample.entries()) {
      const requests = values.map((value) => jsonRequest(`/${index}`, JSON.stringify(value)));
      const responses = await exchange(port, Buffer.concat(requests), { responses: values.length });
      for (const [at, value] of values.entries()) {
        const verdict = parse(body as never, value);
        expect(responses[at]?.status).toBe('output' in verdict ? 200 : 400);
        const text = Buffer.from(String(responses[at]?.body), 'latin1').toString();
        if ('output' in verdict) expect(text).toBe(JSON.stringify(verdict.output));
      }
    }
  });
});
