/** @module Cold: what the texts of a request stand for by a Standard Schema. */

import { type NativeSchemas, standardJsonSchema } from '@nextpress/semantics/standard-json-schema';
import type { PatternTester } from './json-schema/ajv-settings.ts';
import { Coercion, type Encoding } from './json-schema/coercion.ts';
import { SchemaResolver } from './json-schema/schema-resolver.ts';
import type { StandardSchema } from './standard-schema-types.ts';

/** Types of the libraries that JSON does not have, as the conversion knows them. A function of `z.preprocess` gets the text. */
const NATIVES: NativeSchemas = {
  date: { type: 'date' },
  bigint: { type: 'bigint' },
  file: { type: 'file' },
  preprocessed: {},
};

/** The conversion for a schema; `undefined` if its values stay as they are, or if its library does not convert it to JSON Schema. */
export function standardCoercion(schema: StandardSchema, encoding: Encoding): Coercion | undefined {
  let json: Record<string, unknown>;
  try {
    json = standardJsonSchema(schema, 'input', NATIVES, [import.meta.url]);
  } catch {
    return undefined;
  }
  if (encoding === 'json' && !mentionsNative(json)) return undefined;
  const resolver = new SchemaResolver(json, { uri: '', find: () => undefined });
  return new Coercion([json], {
    encoding,
    resolve: (ref, from) => resolver.target(ref, from),
    makePattern: patternOf,
    findFormat: () => undefined,
  });
}

/** A pattern of the library, whose flags are not known: `\-` is an error with the flag `u`, and `\p{L}` means letters with it alone. */
function patternOf(source: string): PatternTester {
  try {
    return new RegExp(source, 'u');
  } catch {
    return new RegExp(source);
  }
}

function mentionsNative(schema: object): boolean {
  return Object.values(schema).some(
    (value) =>
      value === 'date' ||
      value === 'bigint' ||
      (typeof value === 'object' && value !== null && mentionsNative(value)),
  );
}
