import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { compileSchema } from '../src/index.ts';
import { mayReturnPromises } from '../src/zod-validation.ts';

const nested = z.object({ list: z.array(z.union([z.string(), z.object({ at: z.iso.date() })])).max(3) });
interface Tree {
  readonly children?: readonly Tree[] | undefined;
}
const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: z.array(tree).optional() }));
const node = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => 'is empty' }),
  get inner() {
    return node.optional();
  },
});

describe('mayReturnPromises', () => {
  test.each([
    ['objects', nested],
    ['a lazy schema', tree],
    ['a getter', node],
    ['defaults', z.object({ a: z.string().default(() => 'a'), b: z.number().catch(1) })],
    ['records and tuples', z.record(z.string(), z.tuple([z.coerce.number()], z.boolean()))],
    ['zod/mini', mini.object({ a: mini.string().check(mini.minLength(1)) })],
  ])('is false for %s', (_name, schema) => {
    expect(mayReturnPromises(schema)).toBe(false);
  });

  test.each([
    ['refine', z.object({ a: z.string().refine(() => true) })],
    ['superRefine', z.array(z.string().superRefine(() => {}))],
    ['check', z.union([z.number(), z.string().check(() => {})])],
    ['transform', z.object({ a: z.optional(z.string().transform(Number)) })],
    ['preprocess', z.preprocess(String, z.string())],
    ['a codec', z.codec(z.string(), z.number(), { decode: Number, encode: String })],
    [
      'custom',
      z.record(
        z.string(),
        z.custom(() => true),
      ),
    ],
    ['a promise', z.tuple([z.promise(z.string())])],
    ['lazy', z.lazy(() => z.string().refine(() => true))],
    [
      'a checked property',
      z.string().check(
        z.property(
          'length',
          z.number().refine(() => true),
        ),
      ),
    ],
    ['an intersection', z.intersection(nested, z.object({ b: z.string().refine(() => true) }))],
    ['zod/mini', mini.string().check(mini.refine(() => true))],
  ])('is true for %s', (_name, schema) => {
    expect(mayReturnPromises(schema)).toBe(true);
  });
});

test('a check that rejects for a later value does not cause an unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const listener = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', listener);
  onTestFinished(() => void process.off('unhandledRejection', listener));
  const isFree = async (): Promise<boolean> => Promise.reject(new Error('no database'));
  const schema = compileSchema(z.object({ email: z.email().refine(isFree).optional() }));
  expect(schema.validate({})).toEqual({ value: {} });
  await expect(schema.validate({ email: 'a@b.example' })).rejects.toThrow('no database');
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});

test('a synchronous check runs once for a valid value', () => {
  let runs = 0;
  const schema = compileSchema(z.string().refine(() => ++runs > 0));
  for (const count of [1, 2]) {
    expect(schema.validate('a')).toEqual({ value: 'a' });
    expect(runs).toBe(count);
  }
});
