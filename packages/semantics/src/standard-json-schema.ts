/** @module Cold: the JSON Schema of a Standard Schema (https://standardschema.dev), as converted by its library. */

import { requirePackage } from './optional-package.ts';

/** `input` describes what a client sends, `output` the parsed value. */
export type SchemaSide = 'input' | 'output';

/** Schemas for types that JSON Schema lacks. Otherwise the libraries throw, or allow any value. */
export interface NativeSchemas {
  readonly date: object;
  readonly bigint: object;
  readonly file: object;
  /** For the input of `z.preprocess()`. If omitted, the input gets the schema of the output. */
  readonly preprocessed?: object;
}

/** The interface "Standard JSON Schema", which zod 4.2 and arktype 2.1.28 implement. */
type Converter = Readonly<Record<SchemaSide, (options: ConverterOptions) => Record<string, unknown>>>;

interface ConverterOptions {
  readonly target: 'draft-2020-12';
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

interface Converting {
  readonly '~standard': { readonly vendor: string; readonly jsonSchema?: Converter | undefined };
}

interface ZodSchema {
  readonly _zod: {
    readonly def: { readonly type: string; readonly discriminator?: unknown; readonly in?: ZodSchema };
  };
  meta?(): { readonly readOnly?: unknown } | undefined;
}

interface ValibotSchema {
  readonly type: string;
  readonly key?: unknown;
}

/**
 * Converts a schema.
 *
 * @param places - modules from which valibot's converter may be resolved, as for `requirePackage()`
 * @throws Error if the schema cannot be converted
 */
export function standardJsonSchema(
  schema: object,
  side: SchemaSide,
  natives: NativeSchemas,
  places: readonly (string | undefined)[],
): Record<string, unknown> {
  const { vendor, jsonSchema } = (schema as Converting)['~standard'];
  const converter = jsonSchema ?? (vendor === 'valibot' ? valibotConverter(schema, places) : undefined);
  if (converter === undefined) {
    throw new Error(
      `expected a library that implements Standard JSON Schema (zod 4.2, arktype 2.1.28, valibot with @valibot/to-json-schema), got ${vendor}`,
    );
  }
  return converter[side]({ target: 'draft-2020-12', libraryOptions: LIBRARY_OPTIONS[vendor]?.(natives) });
}

const LIBRARY_OPTIONS: Readonly<Record<string, (natives: NativeSchemas) => Record<string, unknown>>> = {
  zod: (natives) => ({
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }: { zodSchema: ZodSchema; jsonSchema: object }) =>
      overrideZod(zodSchema, jsonSchema, natives),
  }),
  arktype: ({ date, bigint, file }) => ({
    fallback: {
      date: ({ base }: { base: object }) => ({ ...base, ...date }),
      domain: ({ base, domain }: { base: object; domain: unknown }) =>
        domain === 'bigint' ? { ...base, ...bigint } : base,
      proto: ({ base, proto }: { base: object; proto: unknown }) =>
        proto === File || proto === Blob ? { ...base, ...file } : base,
    },
  }),
  valibot: ({ date, bigint, file }) => ({
    errorMode: 'ignore',
    overrideSchema({ valibotSchema, jsonSchema }: { valibotSchema: ValibotSchema; jsonSchema: object }) {
      const { type, key } = valibotSchema;
      if (type === 'date') return date;
      if (type === 'bigint') return bigint;
      if (type === 'file' || type === 'blob') return file;
      return type === 'variant' ? { ...jsonSchema, discriminator: { propertyName: key } } : undefined;
    },
  }),
};

function overrideZod(
  zodSchema: ZodSchema,
  jsonSchema: object,
  { date, bigint, file, preprocessed }: NativeSchemas,
): void {
  const { type, discriminator, in: source } = zodSchema._zod.def;
  if (type === 'date') Object.assign(jsonSchema, date);
  if (type === 'bigint') Object.assign(jsonSchema, bigint);
  if (type === 'file') Object.assign(jsonSchema, file);
  // `z.readonly()` makes the parsed value read-only. In OpenAPI, `readOnly` means that requests omit the property.
  if (type === 'readonly' && zodSchema.meta?.()?.readOnly !== true)
    Reflect.deleteProperty(jsonSchema, 'readOnly');
  if (type === 'pipe' && source?._zod.def.type === 'transform' && preprocessed !== undefined) {
    for (const keyword of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, keyword);
    Object.assign(jsonSchema, preprocessed);
  }
  if (typeof discriminator === 'string') {
    Object.assign(jsonSchema, { discriminator: { propertyName: discriminator } });
  }
}

interface ValibotPackage {
  toStandardJsonSchema(schema: unknown): { readonly '~standard': { readonly jsonSchema: Converter } };
}

/** valibot's converter is a separate package. */
function valibotConverter(schema: unknown, places: readonly (string | undefined)[]): Converter {
  const { toStandardJsonSchema } = requirePackage<ValibotPackage>(
    '@valibot/to-json-schema',
    'valibot schemas',
    places,
  );
  return toStandardJsonSchema(schema)['~standard'].jsonSchema;
}
