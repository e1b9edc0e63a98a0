import type { JsonSchema } from '../document-types.ts';
import { withPeerRequire } from '../require-peer.ts';
import { isSchemaObject } from './subschemas.ts';
import { nameRoot } from './zod-roots.ts';

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

/** What the libraries write for a type that JSON does not have: a date, or any value. Otherwise they throw. */
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
    fallback: { date: ({ base }: { base: object }) => ({ ...base, ...DATE }) },
  },
  valibot: {
    errorMode: 'ignore',
    overrideSchema({ valibotSchema, jsonSchema }: { valibotSchema: ValibotSchema; jsonSchema: object }) {
      const { type, key } = valibotSchema;
      if (type === 'date') return DATE;
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
  const name = '@valibot/to-json-schema';
  const { toStandardJsonSchema } = withPeerRequire((require) => require(name)) as ValibotPackage;
  return toStandardJsonSchema(schema)['~standard'].jsonSchema;
}
