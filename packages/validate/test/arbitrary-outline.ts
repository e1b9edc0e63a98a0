/** @module Generates outlines of schemas that every validation library can express, and values close to them. */

import { type Type, type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { z } from 'zod';
import { asJson, jsonValue } from './arbitrary-json-schema.ts';

/** How an object treats undeclared properties. */
type Others = 'strip' | 'reject' | 'keep';

/** A schema, independent of any library. */
export type Outline =
  | {
      readonly kind: 'text' | 'number' | 'list';
      readonly min: number;
      readonly max: number;
      readonly item: Outline;
    }
  | { readonly kind: 'integer' | 'boolean' | 'length' }
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'nullable'; readonly item: Outline }
  | { readonly kind: 'union'; readonly items: readonly Outline[] }
  | {
      readonly kind: 'object';
      readonly others: Others;
      readonly properties: readonly {
        readonly name: string;
        readonly isOptional: boolean;
        readonly item: Outline;
      }[];
    };

const name = fc.constantFrom('a', 'b', 'c', 'a b', 'é');

/** Outlines of objects. */
export const outline: fc.Arbitrary<Outline> = fc.letrec<{ any: Outline; object: Outline }>((tie) => {
  const item = tie('any');
  const range = { min: fc.integer({ min: 0, max: 2 }), max: fc.integer({ min: 2, max: 4 }), item };
  const property = fc.record({ name, isOptional: fc.boolean(), item });
  const object = fc.record({
    kind: fc.constant('object' as const),
    others: fc.constantFrom<Others>('strip', 'reject', 'keep'),
    properties: fc.uniqueArray(property, { maxLength: 3, selector: (each) => each.name }),
  });
  return {
    object,
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.record({ kind: fc.constantFrom('integer' as const, 'boolean' as const, 'length' as const) }),
      fc.record({ kind: fc.constant('literal' as const), value: fc.constantFrom('x', 'y') }),
      fc.record({ kind: fc.constantFrom('text' as const, 'number' as const, 'list' as const), ...range }),
      fc.record({ kind: fc.constant('nullable' as const), item }),
      fc.record({
        kind: fc.constant('union' as const),
        items: fc.array(item, { minLength: 2, maxLength: 2 }),
      }),
      { weight: 2, arbitrary: object },
    ),
  };
}).object;

export function toZod(from: Outline): z.ZodType {
  switch (from.kind) {
    case 'text':
      return z.string().min(from.min).max(from.max);
    case 'number':
      return z.number().min(from.min).max(from.max);
    case 'list':
      return z.array(toZod(from.item)).min(from.min).max(from.max);
    case 'integer':
      return z.int();
    case 'boolean':
      return z.boolean();
    case 'length':
      return z.string().transform((text) => text.length);
    case 'literal':
      return z.literal(from.value);
    case 'nullable':
      return z.nullable(toZod(from.item));
    case 'union':
      return z.union(from.items.map(toZod));
    default: {
      const shape = Object.fromEntries(
        from.properties.map(({ name: key, isOptional, item }) => [
          key,
          isOptional ? z.optional(toZod(item)) : toZod(item),
        ]),
      );
      return { strip: z.object, reject: z.strictObject, keep: z.looseObject }[from.others](shape);
    }
  }
}

export function toValibot(from: Outline): v.GenericSchema {
  switch (from.kind) {
    case 'text':
      return v.pipe(v.string(), v.minLength(from.min), v.maxLength(from.max));
    case 'number':
      return v.pipe(v.number(), v.minValue(from.min), v.maxValue(from.max));
    case 'list':
      return v.pipe(v.array(toValibot(from.item)), v.minLength(from.min), v.maxLength(from.max));
    case 'integer':
      return v.pipe(v.number(), v.integer());
    case 'boolean':
      return v.boolean();
    case 'length':
      return v.pipe(
        v.string(),
        v.transform((text) => text.length),
      );
    case 'literal':
      return v.literal(from.value);
    case 'nullable':
      return v.nullable(toValibot(from.item));
    case 'union':
      return v.union(from.items.map(toValibot));
    default: {
      const entries = Object.fromEntries(
        from.properties.map(({ name: key, isOptional, item }) => [
          key,
          isOptional ? v.optional(toValibot(item)) : toValibot(item),
        ]),
      );
      if (from.others === 'strip') return v.object(entries);
      return from.others === 'reject' ? v.strictObject(entries) : v.looseObject(entries);
    }
  }
}

/** @throws for a union of transformations, because arktype cannot tell which one applies */
export function toArktype(from: Outline): Type<unknown> {
  switch (from.kind) {
    case 'text':
      return type.string.atLeastLength(from.min).atMostLength(from.max);
    case 'number':
      return type.number.atLeast(from.min).atMost(from.max);
    case 'list':
      return toArktype(from.item).array().atLeastLength(from.min).atMostLength(from.max);
    case 'integer':
      return type('number.integer');
    case 'boolean':
      return type.boolean;
    case 'length':
      return type.string.pipe((text) => text.length);
    case 'literal':
      return type.unit(from.value);
    case 'nullable':
      return toArktype(from.item).or(type.null);
    case 'union':
      return from.items.map(toArktype).reduce((one, other) => one.or(other));
    default: {
      const entries = from.properties.map(
        ({ name: key, isOptional, item }) => [isOptional ? `${key}?` : key, toArktype(item)] as const,
      );
      const others = { strip: 'delete', reject: 'reject', keep: 'ignore' }[from.others];
      return type({ ...Object.fromEntries(entries), '+': others } as never) as never;
    }
  }
}

/** Values, many of which match; the others nearly do. */
export function valuesNear(from: Outline): fc.Arbitrary<unknown> {
  return near(from).map(asJson);
}

function near(from: Outline): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: jsonValue }, { weight: 9, arbitrary: directed(from) });
}

function directed(from: Outline): fc.Arbitrary<unknown> {
  switch (from.kind) {
    case 'text':
    case 'length':
      return fc.constantFrom('', 'a', 'ab', 'abc', 'abcde');
    case 'number':
      return fc.integer({ min: -1, max: 5 });
    case 'integer':
      return fc.constantFrom(0, 1, -5, 1.5);
    case 'list':
      return fc.array(near(from.item), { maxLength: 5 });
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constantFrom('x', 'y');
    case 'nullable':
      return fc.oneof(fc.constant(null), near(from.item));
    case 'union':
      return fc.oneof(...from.items.map(near));
    default: {
      const entries = from.properties.map(({ name: key, item }) =>
        fc.oneof(
          { weight: 5, arbitrary: near(item).map((value) => [[key, value] as const]) },
          fc.constant([]),
        ),
      );
      const others = fc.array(fc.tuple(fc.constantFrom('other', 'a'), jsonValue), { maxLength: 1 });
      return fc.tuple(others, ...entries).map((parts) => Object.fromEntries(parts.flat()));
    }
  }
}
