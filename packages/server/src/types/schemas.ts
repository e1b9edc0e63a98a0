/** @module The types of values that schemas accept and produce. */

import type { ServerResponse } from 'node:http';
import type { ResponseStatus, RouteDocumentation, RouteOptions } from './route-options.ts';
import type { Anything } from './values.ts';

/** The part of a Standard Schema (https://standardschema.dev) that has its types. */
interface StandardSchema {
  readonly '~standard': { readonly types?: unknown };
}

/**
 * The types of a schema, by its kind: `input` before and `output` after validation, `unknown` for schemas of other kinds. Packages
 * add members for other kinds, as `@nextpress/validate` does for JSON Schema and TypeBox.
 */
export interface SchemaTypes<Schema> {
  standard: Schema extends StandardSchema ? NonNullable<Schema['~standard']['types']> : unknown;
}

/** Does not ask other kinds about a Standard Schema: that would cost a fifth of the time to check a route. */
type TypesOf<Schema> = Schema extends StandardSchema
  ? SchemaTypes<Schema>['standard']
  : {
      [Kind in keyof SchemaTypes<Schema>]: unknown extends SchemaTypes<Schema>[Kind]
        ? never
        : SchemaTypes<Schema>[Kind];
    }[keyof SchemaTypes<Schema>];

/** The type of values that a schema accepts; not checked when the schema has no type. */
export type SchemaInput<Schema> = [TypesOf<Schema>] extends [never]
  ? Anything
  : TypesOf<Schema>['input' & keyof TypesOf<Schema>];

/** The type of validated values; not checked when the schema has no type. */
export type SchemaOutput<Schema> = [TypesOf<Schema>] extends [never]
  ? Anything
  : TypesOf<Schema>['output' & keyof TypesOf<Schema>];

/** The output of a schema, or another type when the route has no such schema: TypeScript infers `object` for it. */
export type OutputOr<Fallback, Schema> = object extends Schema ? Fallback : SchemaOutput<Schema>;

/** The schema of a part of requests or of responses; `unknown` when there is none. */
export type PartOf<Schema, Part> = Part extends keyof Schema ? Schema[Part] : unknown;

/** The content of responses by status, for a map of schemas; `unknown` when there is none. */
export type ContentsOf<Schemas> = object extends Schemas
  ? unknown
  : { readonly [Status in keyof Schemas]: SchemaInput<Schemas[Status]> };

/** What clients get by status, for a map of schemas; `unknown` when there is none. */
export type OutputsOf<Schemas> = object extends Schemas
  ? unknown
  : { readonly [Status in keyof Schemas]: SchemaOutput<Schemas[Status]> };

/** The content for a status: its own, else that of its class such as `2xx`, else `default`, else anything. */
export type ContentFor<Contents, Status extends number> = number extends Status
  ? 'default' extends keyof Contents
    ? Contents[keyof Contents]
    : Anything
  : Status extends keyof Contents
    ? Contents[Status]
    : `${Status}` extends keyof Contents
      ? Contents[`${Status}`]
      : ClassOf<Status> extends keyof Contents
        ? Contents[ClassOf<Status>]
        : 'default' extends keyof Contents
          ? Contents['default']
          : Anything;

type ClassOf<Status extends number> = `${Status}` extends `${infer Digit}${string}` ? `${Digit}xx` : never;

/** {@link RouteOptions} with a type for each schema, so that TypeScript reports unknown keys. */
export interface SchemaOptions<Params, Query, Headers, Body, Responses> {
  readonly schema?:
    | {
        readonly params?: Params | undefined;
        readonly query?: Query | undefined;
        readonly headers?: Headers | undefined;
        readonly body?: Body | undefined;
        readonly response?: (Responses & OnlyStatuses<Responses>) | undefined;
      }
    | undefined;
  readonly openapi?: RouteDocumentation | undefined;
}

type OnlyStatuses<Responses> = {
  readonly [Key in Exclude<keyof Responses, ResponseStatus | `${number}`>]: never;
};

/** What a handler of a route with schemas may return: anything, if there is no schema for responses. */
export type ReturnedBy<Schema> = Returned<ContentsOf<PartOf<Schema, 'response'>>>;

type Returned<Contents> = unknown extends Contents ? unknown : Sent<Contents> | Promise<Sent<Contents>>;

// biome-ignore lint/suspicious/noConfusingVoidType: functions may end without a value.
type Sent<Contents> = Contents[keyof Contents] | ServerResponse | globalThis.Response | void;
