/** @module The public options. They refer to no type of ajv, which may not be installed. */

import type { JsonSchemaObject } from './json-schema.ts';

/** A regular expression, or an object of a package such as re2. */
export interface PatternTester {
  test(text: string): boolean;
}

/** Makes regular expressions. */
export type MakePattern = (pattern: string, flags: string) => PatternTester;

/** What patterns are made with unless the option `regExp` says otherwise. */
export function makeRegExp(pattern: string, flags: string): RegExp {
  return new RegExp(pattern, flags);
}

/** Schemas by the URI that references to them have. */
export function schemasByUri(
  schemas: AjvSettings['schemas'] = [],
): Readonly<Record<string, JsonSchemaObject>> {
  if (!Array.isArray(schemas)) return schemas as Readonly<Record<string, JsonSchemaObject>>;
  return Object.fromEntries(schemas.map((schema: JsonSchemaObject) => [String(schema.$id ?? ''), schema]));
}

/** Options for ajv. Those that convert or change values are left out: requests are never changed in place. */
export interface AjvSettings {
  /**
   * Whether unknown keywords and formats throw at registration.
   * @defaultValue `true`
   */
  readonly strict?: boolean;
  /** Formats in addition to those of ajv-formats: a regular expression, a function, or an object with `validate`. */
  readonly formats?: Readonly<Record<string, unknown>>;
  /** Definitions of further keywords. */
  readonly keywords?: readonly (string | object)[];
  /** Schemas to which others can refer: a list of those with an `$id`, or an object with their URIs, which may differ from the `$id`. */
  readonly schemas?: readonly JsonSchemaObject[] | Readonly<Record<string, JsonSchemaObject>>;
  /** Makes regular expressions for `pattern`: a package such as re2 runs them in linear time. */
  readonly regExp?: (pattern: string, flags: string) => { test(text: string): boolean };
}
