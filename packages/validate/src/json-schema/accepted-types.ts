/** @module Cold: finds out which types a JSON Schema accepts, to know what a string may be converted to. */

import type { MakePattern } from './ajv-settings.ts';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';
import { isSchema, isSchemaObject, schemaList } from './json-schema.ts';

/** Tells whether a string is accepted. */
type StringTest = (text: string) => boolean;

/** What the keywords of strings refer to. */
interface StringContext {
  readonly makePattern: MakePattern;
  /** Finds the function of a format; `undefined` for one that allows every string. */
  readonly findFormat: (name: string) => StringTest | undefined;
}

export const EVERY_STRING: StringTest = () => true;
export const NO_STRING: StringTest = () => false;

/** Types that a value is or is not of. JSON does not have the last three: they are those of libraries such as zod. */
const KINDS = ['boolean', 'array', 'object', 'date', 'bigint', 'file'] as const;
type Kind = (typeof KINDS)[number];

/** What a value may be. */
export interface AcceptedTypes {
  readonly string: StringTest;
  readonly number: 'any' | 'integer' | 'none';
  readonly kinds: readonly Kind[];
}

/** Finds the schema that the `$ref` of another one stands for. */
export type ResolveRef = (ref: string, from: JsonSchemaObject) => JsonSchema | undefined;

/** What the types of a schema depend on. */
export interface TypesContext extends StringContext {
  readonly resolve: ResolveRef;
}

/** The types that a schema accepts; `undefined` if it does not limit them. */
export function acceptedTypes(
  schema: JsonSchema,
  context: TypesContext,
  known: Map<JsonSchema, AcceptedTypes | undefined> = new Map(),
): AcceptedTypes | undefined {
  if (!isSchemaObject(schema) || known.has(schema)) return known.get(schema);
  // A schema that refers to itself does not limit itself further.
  known.set(schema, undefined);
  const limits = inPlace(schema, context.resolve).map((part) => acceptedTypes(part, context, known));
  limits.push(ofType(schema, context), ofValues(schema));
  for (const name of ['anyOf', 'oneOf']) {
    const branches = schemaList(schema[name]).map((branch) => acceptedTypes(branch, context, known));
    limits.push(unite(branches));
  }
  const types = limits.reduce(intersect, undefined);
  known.set(schema, types);
  return types;
}

/** The schemas that apply to the same value in addition to the keywords of a schema. */
export function inPlace(schema: JsonSchema, resolve: ResolveRef): readonly JsonSchema[] {
  if (!isSchemaObject(schema)) return [];
  const { $ref, allOf } = schema;
  const target = typeof $ref === 'string' ? resolve($ref, schema) : undefined;
  return isSchema(target) ? [target, ...schemaList(allOf)] : schemaList(allOf);
}

function ofType(schema: JsonSchemaObject, context: StringContext): AcceptedTypes | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return {
    string: types.includes('string') ? limitsOf(schema, context) : NO_STRING,
    number: types.includes('number') ? 'any' : types.includes('integer') ? 'integer' : 'none',
    kinds: KINDS.filter((kind) => types.includes(kind)),
  };
}

function ofValues(schema: Readonly<Record<string, unknown>>): AcceptedTypes | undefined {
  const values: unknown = 'const' in schema ? [schema.const] : schema.enum;
  if (!Array.isArray(values)) return undefined;
  const strings = new Set(values.filter((value) => typeof value === 'string'));
  return {
    string: strings.size === 0 ? NO_STRING : (text) => strings.has(text),
    number: values.some((value) => typeof value === 'number') ? 'any' : 'none',
    kinds: KINDS.filter((kind) => values.some((value) => kindOf(value) === kind)),
  };
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What one of several schemas accepts. */
export function unite(branches: readonly (AcceptedTypes | undefined)[]): AcceptedTypes | undefined {
  const [first, ...others] = branches;
  let united = first;
  for (const branch of others) {
    if (united === undefined || branch === undefined) return undefined;
    const { kinds }: AcceptedTypes = united;
    united = {
      string: either(united.string, branch.string),
      number: [united.number, branch.number].includes('any')
        ? 'any'
        : [united.number, branch.number].includes('integer')
          ? 'integer'
          : 'none',
      kinds: KINDS.filter((kind) => kinds.includes(kind) || branch.kinds.includes(kind)),
    };
  }
  return united;
}

function intersect(
  one: AcceptedTypes | undefined,
  other: AcceptedTypes | undefined,
): AcceptedTypes | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    string: both(one.string, other.string),
    number:
      one.number === 'any'
        ? other.number
        : one.number === 'none' || other.number === 'any'
          ? one.number
          : other.number,
    kinds: one.kinds.filter((kind) => other.kinds.includes(kind)),
  };
}

/** The strings that the keywords of one schema allow, without those of `enum` and `const`. */
function limitsOf(schema: JsonSchemaObject, { makePattern, findFormat }: StringContext): StringTest {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema as StringKeywords;
  // The lengths first, because a pattern can take long.
  let test: StringTest =
    'minLength' in schema || 'maxLength' in schema
      ? (text) => isWithin(text, minLength, maxLength)
      : EVERY_STRING;
  if (typeof format === 'string') test = both(test, findFormat(format) ?? EVERY_STRING);
  if (typeof pattern === 'string') {
    const regExp = makePattern(pattern, 'u');
    test = both(test, (text) => regExp.test(text));
  }
  return test;
}

interface StringKeywords {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: unknown;
  readonly format?: unknown;
}

function both(one: StringTest, other: StringTest): StringTest {
  if (one === EVERY_STRING || other === NO_STRING || one === other) return other;
  if (other === EVERY_STRING || one === NO_STRING) return one;
  return (text) => one(text) && other(text);
}

function either(one: StringTest, other: StringTest): StringTest {
  if (one === NO_STRING || other === EVERY_STRING || one === other) return other;
  if (other === NO_STRING || one === EVERY_STRING) return one;
  return (text) => one(text) || other(text);
}

/** Lengths are counted in code points, of which a string has at least half as many as its length. */
function isWithin(text: string, minLength: number, maxLength: number): boolean {
  if (text.length < minLength || text.length > 2 * maxLength) return false;
  let length = 0;
  for (const _ of text) length++;
  return length >= minLength && length <= maxLength;
}
