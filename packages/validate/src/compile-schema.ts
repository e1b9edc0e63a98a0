/** @module Compiles one schema, for values that do not come through a route. */

import { booleanOption, checkOptionNames, integerOption, invalidOption } from '@nextpress/semantics/options';
import type { AjvSettings } from './json-schema/ajv-settings.ts';
import type { UnknownKeys } from './json-schema/shape-pass.ts';
import { SchemaCompiler } from './schema-compiler.ts';
import type { StandardSchema } from './standard-schema-types.ts';
import type { CompiledSchema } from './validation-issue.ts';

/** Options of {@link compileSchema}. */
export interface CompileOptions {
  /**
   * The start of the locations in issues.
   * @defaultValue `'body'`
   */
  readonly location?: string;
  /**
   * Whether to convert strings to the types that the schema accepts, as for a query.
   * @defaultValue `false`
   */
  readonly coerce?: boolean;
  /**
   * What to do with properties that a JSON Schema does not declare.
   * @defaultValue `'keep'`
   */
  readonly unknownKeys?: UnknownKeys;
  /**
   * Maximum number of reported issues.
   * @defaultValue `20`
   */
  readonly maxErrors?: number;
  /** Options for ajv. */
  readonly ajv?: AjvSettings;
}

const UNKNOWN_KEYS = ['keep', 'strip', 'reject'];
const AJV_OPTIONS = ['strict', 'formats', 'keywords', 'schemas', 'regExp'];

/** Used by every schema without options for ajv, because an instance of ajv costs milliseconds. */
let sharedCompiler: SchemaCompiler | undefined;

/**
 * Compiles a Standard Schema (zod, valibot, arktype) or a JSON Schema of draft 2020-12 or 7.
 *
 * @throws {Error} when the schema is invalid
 *
 * @example
 * import { compileSchema } from '@nextpress/validate';
 *
 * const schema = { type: 'object', properties: { page: { type: 'integer' } } };
 * const query = compileSchema(schema, { location: 'query', coerce: true });
 * query.validate({ page: '2' }); // => { value: { page: 2 } }
 * query.validate({ page: 'x' }); // => { issues: [{ location: 'query.page', message: 'must be integer', keyword: 'type' }] }
 */
export function compileSchema<Input, Output>(
  schema: StandardSchema<Input, Output>,
  options?: CompileOptions,
): CompiledSchema<Output>;
export function compileSchema(schema: object, options?: CompileOptions): CompiledSchema;
export function compileSchema(schema: object, options: CompileOptions = {}): CompiledSchema {
  const owner = 'compileSchema';
  checkOptionNames(owner, options, ['location', 'coerce', 'unknownKeys', 'maxErrors', 'ajv']);
  const { location = 'body', coerce = false, ajv } = options;
  const place = {
    location,
    ...(booleanOption(owner, 'coerce', coerce) && { encoding: 'query' as const }),
    unknownKeys: unknownKeysOption(owner, options.unknownKeys),
    maxErrors: maxErrorsOption(owner, options.maxErrors),
  };
  return compilerFor(owner, ajv).compile(schema, place, `schema of compileSchema()`);
}

function compilerFor(owner: string, settings: AjvSettings | undefined): SchemaCompiler {
  if (settings !== undefined) return new SchemaCompiler(ajvOption(owner, settings));
  sharedCompiler ??= new SchemaCompiler({});
  return sharedCompiler;
}

export function ajvOption(owner: string, settings: AjvSettings = {}): AjvSettings {
  checkOptionNames(`ajv of ${owner}`, settings, AJV_OPTIONS);
  return settings;
}

export function unknownKeysOption(owner: string, value: unknown = 'keep'): UnknownKeys {
  if (UNKNOWN_KEYS.includes(value as string)) return value as UnknownKeys;
  throw invalidOption(owner, 'unknownKeys', `one of ${UNKNOWN_KEYS.join(', ')}`, value);
}

export function maxErrorsOption(owner: string, value: unknown = 20): number {
  return integerOption(owner, 'maxErrors', value, 1, 1_000);
}
