import { requirePackage } from '@nextpress/semantics/optional-package';
import type { JsonSchema } from '../document-types.ts';
import type { SchemaObject } from './subschemas.ts';
import { isSchemaObject } from './subschemas.ts';

/** `input` describes what a client sends, `output` what a schema makes of it. */
export type SchemaSide = 'input' | 'output';

/** The interface "Standard JSON Schema", which zod 4.2 and arktype 2.1.28 implement. */
interface JsonSchemaConverter {
  readonly input: (options: ConverterOptions) => Record<string, unknown>;
  readonly output: (options: ConverterOptions) => Record<string, unknown>;
}

interface ConverterOptions {
  readonly target: 'draft-2020-12';
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

interface StandardProperties {
  readonly vendor: string;
  readonly jsonSchema?: JsonSchemaConverter | undefined;
}

/** `JSON.stringify` writes dates in this format. */
const DATE = { type: 'string', format: 'date-time' };

/** A file of `multipart/form-data`, in the form of zod. */
const FILE = { type: 'string', format: 'binary' };

/** What the libraries write for a type that JSON does not have: a date, a file, or any value. Otherwise they throw. */
const LIBRARY_OPTIONS: Readonly<Record<string, Record<string, unknown>>> = {
  zod: {
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }: { zodSchema: ZodSchema; jsonSchema: object }) {
      const { type, discriminator } = zodSchema._zod.def;
      if (type === 'date') Object.assign(jsonSchema, DATE);
      if (typeof discriminator === 'string') {
        Object.assign(jsonSchema, { discriminator: { propertyName: discriminator } });
      }
    },
  },
  arktype: {
    fallback: {
      date: ({ base }: { base: object }) => ({ ...base, ...DATE }),
      proto: ({ base, proto }: { base: object; proto: unknown }) =>
        proto === File || proto === Blob ? { ...base, ...FILE } : base,
    },
  },
  valibot: {
    errorMode: 'ignore',
    overrideSchema({ valibotSchema, jsonSchema }: { valibotSchema: ValibotSchema; jsonSchema: object }) {
      const { type, key } = valibotSchema;
      if (type === 'date') return DATE;
      if (type === 'file' || type === 'blob') return FILE;
      return type === 'variant' ? { ...jsonSchema, discriminator: { propertyName: key } } : undefined;
    },
  },
};

interface ZodSchema {
  readonly _zod: { readonly def: { readonly type: string; readonly discriminator?: unknown } };
}

interface ValibotSchema {
  readonly type: string;
  readonly key?: unknown;
}

/** Whether a schema belongs to a library: its two sides can differ. */
export function isStandardSchema(schema: unknown): schema is { readonly '~standard': StandardProperties } {
  return (
    (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
  );
}

/**
 * The JSON Schema of a schema of any library.
 *
 * @throws Error when there is no conversion
 */
export function toJsonSchema(schema: unknown, side: SchemaSide): JsonSchema {
  if (!isStandardSchema(schema)) {
    if (isSchemaObject(schema) || typeof schema === 'boolean') return schema;
    throw new TypeError(
      `expected a Standard Schema or a JSON Schema, got ${schema === null ? 'null' : typeof schema}`,
    );
  }
  const { vendor, jsonSchema } = schema['~standard'];
  const converter = jsonSchema ?? (vendor === 'valibot' ? valibotConverter(schema) : undefined);
  if (converter === undefined) {
    throw new Error(
      `expected a library with Standard JSON Schema (zod 4.2, arktype 2.1.28, valibot with @valibot/to-json-schema), got ${vendor}`,
    );
  }
  const converted = converter[side]({ target: 'draft-2020-12', libraryOptions: LIBRARY_OPTIONS[vendor] });
  return vendor === 'zod' ? nameRoot(schema, converted) : converted;
}

interface ValibotPackage {
  toStandardJsonSchema(schema: unknown): {
    readonly '~standard': { readonly jsonSchema: JsonSchemaConverter };
  };
}

/** The converter of valibot is a package of its own. */
function valibotConverter(schema: unknown): JsonSchemaConverter {
  const { toStandardJsonSchema } = requirePackage<ValibotPackage>(
    '@valibot/to-json-schema',
    'schemas of valibot',
    [import.meta.url],
  );
  return toStandardJsonSchema(schema)['~standard'].jsonSchema;
}

/** The form of zod 4.5: the whole schema is also a definition. */
export function nameRoot(schema: object, converted: SchemaObject): SchemaObject {
  const id = converted.id ?? (schema as { meta?(): { id?: unknown } | undefined }).meta?.()?.id;
  if (typeof id !== 'string' || '$ref' in converted) return converted;
  const { $schema, $defs, ...root } = converted;
  const ref = `#/$defs/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { $schema, $ref: ref, $defs: redirect({ ...Object($defs), [id]: root }, ref) };
}

/** Replaces the references to the whole schema. */
function redirect(value: unknown, ref: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redirect(item, ref));
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    name === '$ref' && each === '#' ? ref : redirect(each, ref),
  ]);
  return Object.fromEntries(entries);
}
