/** @module Cold: finds out which types a JSON Schema accepts, to know what a string may be converted to. */

import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';
import { isSchema, isSchemaObject, schemaList } from './json-schema.ts';
import { both, either, limitsOf, NO_STRING, type StringContext, type StringTest } from './string-limits.ts';

/** What a value may be. */
export interface AcceptedTypes {
  readonly string: StringTest;
  readonly number: 'any' | 'integer' | 'none';
  readonly boolean: boolean;
  readonly array: boolean;
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
  parents: ReadonlySet<unknown> = new Set(),
): AcceptedTypes | undefined {
  if (!isSchemaObject(schema) || parents.has(schema)) return undefined;
  const inside = new Set([...parents, schema]);
  const limits = inPlace(schema, context.resolve).map((part) => acceptedTypes(part, context, inside));
  limits.push(ofType(schema, context), ofValues(schema));
  for (const name of ['anyOf', 'oneOf']) {
    const branches = schemaList(schema[name]).map((branch) => acceptedTypes(branch, context, inside));
    limits.push(unite(branches));
  }
  return limits.reduce(intersect, undefined);
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
    boolean: types.includes('boolean'),
    array: types.includes('array'),
  };
}

function ofValues(schema: Readonly<Record<string, unknown>>): AcceptedTypes | undefined {
  const values: unknown = 'const' in schema ? [schema.const] : schema.enum;
  if (!Array.isArray(values)) return undefined;
  const strings = new Set(values.filter((value) => typeof value === 'string'));
  return {
    string: strings.size === 0 ? NO_STRING : (text) => strings.has(text),
    number: values.some((value) => typeof value === 'number') ? 'any' : 'none',
    boolean: values.some((value) => typeof value === 'boolean'),
    array: values.some(Array.isArray),
  };
}

/** What one of several schemas accepts. */
export function unite(branches: readonly (AcceptedTypes | undefined)[]): AcceptedTypes | undefined {
  const [first, ...others] = branches;
  let united = first;
  for (const branch of others) {
    if (united === undefined || branch === undefined) return undefined;
    united = {
      string: either(united.string, branch.string),
      number: [united.number, branch.number].includes('any')
        ? 'any'
        : [united.number, branch.number].includes('integer')
          ? 'integer'
          : 'none',
      boolean: united.boolean || branch.boolean,
      array: united.array || branch.array,
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
    boolean: one.boolean && other.boolean,
    array: one.array && other.array,
  };
}
