/**
 * @module Cold: files in the JSON Schema of a body, written as in OpenAPI: `{ type: 'string', format: 'binary' }`. The value is
 * a `File`, which ajv does not accept as a string, so this package's own keyword checks it.
 */

import type { FuncKeywordDefinition } from 'ajv';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';
import { isSchema, isSchemaObject, schemaEntries } from './json-schema.ts';

const KEYWORD = 'x-nextpress-file';

/** Constraints on a file. Lengths are in bytes. */
interface FileRules {
  readonly minLength?: unknown;
  readonly maxLength?: unknown;
  readonly contentMediaType?: unknown;
}

/** Keywords whose value is a subschema or an array of them. */
const POSITIONAL = [
  ...[
    'items',
    'prefixItems',
    'additionalItems',
    'additionalProperties',
    'contains',
    'not',
    'if',
    'then',
    'else',
  ],
  ...['allOf', 'anyOf', 'oneOf', 'unevaluatedItems', 'unevaluatedProperties'],
];
/** Keywords whose value is an object of subschemas. */
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** Cached, because ajv and the reference resolver identify schemas by object. */
const converted = new WeakMap<object, JsonSchemaObject>();

/** Returns the schema for ajv. A schema without files is returned as is. */
export function withFiles(schema: JsonSchemaObject): JsonSchemaObject {
  const known = converted.get(schema);
  if (known !== undefined) return known;
  const result = convertObject(schema);
  converted.set(schema, result);
  return result;
}

function convertObject(schema: JsonSchemaObject): JsonSchemaObject {
  if (schema.type === 'string' && schema.format === 'binary') return fileSchema(schema);
  const changes: Record<string, unknown> = {};
  for (const name of POSITIONAL) {
    const value = schema[name];
    const inside = Array.isArray(value) ? mapList(value) : isSchema(value) ? convert(value) : value;
    if (inside !== value) changes[name] = inside;
  }
  for (const name of NAMED) {
    const value = schema[name];
    const entries = schemaEntries(value).map(([key, each]) => [key, each, convert(each)] as const);
    if (entries.some(([, each, inside]) => each !== inside)) {
      changes[name] = {
        ...Object(value),
        ...Object.fromEntries(entries.map(([key, , inside]) => [key, inside])),
      };
    }
  }
  return Object.keys(changes).length === 0 ? schema : { ...schema, ...changes };
}

function convert(schema: JsonSchema): JsonSchema {
  return isSchemaObject(schema) ? convertObject(schema) : schema;
}

function mapList(list: readonly unknown[]): readonly unknown[] {
  const mapped = list.map((each) => (isSchema(each) ? convert(each) : each));
  return mapped.every((each, index) => each === list[index]) ? list : mapped;
}

function fileSchema(schema: JsonSchemaObject): JsonSchemaObject {
  const { type: _type, format: _format, minLength, maxLength, contentMediaType, ...others } = schema;
  const { contentEncoding: _encoding, ...rest } = others;
  return { ...rest, [KEYWORD]: { minLength, maxLength, contentMediaType } satisfies FileRules };
}

/** The keyword that {@link withFiles} adds. */
export const fileKeyword: FuncKeywordDefinition = {
  keyword: KEYWORD,
  compile: (rules: FileRules) => {
    const check: ReturnType<NonNullable<FuncKeywordDefinition['compile']>> = (value: unknown) => {
      const problem = problemOf(value, rules);
      if (problem === undefined) return true;
      const [keyword, message] = problem;
      check.errors = [{ keyword, message, params: {} }];
      return false;
    };
    return check;
  },
};

function problemOf(
  value: unknown,
  { minLength, maxLength, contentMediaType }: FileRules,
): readonly [keyword: string, message: string] | undefined {
  if (!(value instanceof Blob)) return ['type', 'must be a file'];
  if (value.size < Number(minLength)) return ['minLength', `must have at least ${minLength} bytes`];
  if (value.size > Number(maxLength)) return ['maxLength', `must have at most ${maxLength} bytes`];
  if (contentMediaType !== undefined && value.type !== contentMediaType) {
    return ['contentMediaType', `must have type ${contentMediaType}`];
  }
  return undefined;
}
