/** @module The parts of an OpenAPI document that this package writes. */

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** An info object: title, version and contact of the API. */
export interface OpenApiInfo {
  readonly title: string;
  /** The version of the described API. */
  readonly version: string;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly termsOfService?: string | undefined;
  readonly contact?: {
    readonly name?: string | undefined;
    readonly url?: string | undefined;
    readonly email?: string | undefined;
  };
  readonly license?: {
    readonly name: string;
    readonly url?: string | undefined;
    readonly identifier?: string | undefined;
  };
}

/** A server object: a base URL. */
export interface OpenApiServer {
  readonly url: string;
  readonly description?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** A tag object: describes a group of operations. */
export interface OpenApiTag {
  readonly name: string;
  readonly description?: string | undefined;
  readonly externalDocs?: OpenApiExternalDocs | undefined;
}

/** A link to external documentation. */
export interface OpenApiExternalDocs {
  readonly url: string;
  readonly description?: string | undefined;
}

/** Alternatives, each mapping scheme names to scopes. */
export type OpenApiSecurity = readonly { readonly [scheme: string]: readonly string[] }[];

/** A components object: the parts that operations reference. */
export interface OpenApiComponents {
  readonly schemas?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly securitySchemes?: Readonly<Record<string, unknown>> | undefined;
  readonly responses?: Readonly<Record<string, unknown>> | undefined;
  readonly [kind: string]: Readonly<Record<string, unknown>> | undefined;
}

/** A parameter object. */
export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema?: JsonSchema;
  readonly [field: string]: unknown;
}

/** A media type object: the schema of a body. */
export interface OpenApiMediaType {
  readonly schema?: JsonSchema;
  readonly [field: string]: unknown;
}

/** An operation object: one method of one path. */
export interface OpenApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (OpenApiParameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, OpenApiMediaType>>;
    readonly [field: string]: unknown;
  };
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly security?: OpenApiSecurity;
  readonly [field: string]: unknown;
}

/** Operations by lowercase method. */
export type OpenApiPathItem = Readonly<Record<string, OpenApiOperation>>;

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: OpenApiInfo;
  readonly servers?: readonly OpenApiServer[];
  readonly tags?: readonly OpenApiTag[];
  readonly security?: OpenApiSecurity;
  readonly externalDocs?: OpenApiExternalDocs;
  readonly paths: Readonly<Record<string, OpenApiPathItem>>;
  readonly components?: OpenApiComponents;
}
