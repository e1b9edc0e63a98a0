/**
 * @module The interface shared by validation libraries, and the value types of JSON Schemas and TypeBox schemas.
 *
 * The packages that provide the latter are optional peers. Without them the imports fail, and the types are `any`.
 */

import type { File } from 'node:buffer';
import type { Anything } from '@nextpress/server';

/** The validation part of https://standardschema.dev. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A schema from `@sinclair/typebox`. */
interface TypeBoxSchema {
  readonly params: unknown[];
  readonly static: unknown;
}

/** A schema from `typebox` version 1. */
type TypeBox1Schema = { readonly '~kind': string } | { readonly '~unsafe': unknown };

// biome-ignore lint/suspicious/noTsIgnore: there is an error only when the package is missing or limits its type parameter.
/** @ts-ignore: the package is optional. */
type FromJsonSchema<Schema, Options> = import('json-schema-to-ts').FromSchema<Schema, Options>;

// biome-ignore lint/suspicious/noTsIgnore: as above
/** @ts-ignore: the package is optional. */
type FromTypeBox1<Schema> = import('typebox', { with: { 'resolution-mode': 'import' }}).Static<Schema>;

type KnownOrAny<Type> = unknown extends Type ? Anything : Type;

/** Removes index signatures, to which TypeScript does not assign interfaces, and makes arrays read-only. */
type Declared<Type> = 0 extends 1 & Type
  ? Type
  : Type extends readonly unknown[]
    ? { readonly [Index in keyof Type]: Declared<Type[Index]> }
    : Type extends object
      ? { [Key in keyof Type as string extends Key ? never : Key]: Declared<Type[Key]> }
      : Type;

/** A `multipart/form-data` file. */
type Files = [{ pattern: { type: 'string'; format: 'binary' }; output: File }];

/** The types of a JSON Schema; `any` when it is not a literal type. Properties with a `default` are optional in the input. */
export interface JsonSchemaTypes<Schema> {
  input: Declared<
    KnownOrAny<FromJsonSchema<Schema, { keepDefaultedPropertiesOptional: true; deserialize: Files }>>
  >;
  output: KnownOrAny<FromJsonSchema<Schema, { keepDefaultedPropertiesOptional: false; deserialize: Files }>>;
}

/** The types of a TypeBox schema. Transforms are not applied. */
export interface TypeBoxTypes<Type> {
  input: Type;
  output: Type;
}

declare module '@nextpress/server' {
  interface SchemaTypes<Schema> {
    json: Schema extends { readonly '~standard': unknown } | TypeBoxSchema | TypeBox1Schema
      ? unknown
      : JsonSchemaTypes<Schema>;
    typebox: Schema extends TypeBoxSchema
      ? TypeBoxTypes<Schema['static']>
      : Schema extends TypeBox1Schema
        ? TypeBoxTypes<FromTypeBox1<Schema>>
        : unknown;
  }
}
