import type { JsonSchema, OpenApiOperation, OpenApiParameter } from '../document-types.ts';
import type { PathParam } from '../paths/path-templates.ts';
import type { DocumentedRoute, ErrorFormat } from '../registered-routes.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import type { ScopedSchema } from '../schemas/schema-scope.ts';
import { bodyMediaType } from './body-media-type.ts';
import type { DocumentedSchemas } from './documented-schemas.ts';
import { errorResponses } from './error-responses.ts';
import { mergeDocumentation } from './merge-documentation.ts';
import { isOptionalBody } from './optional-body.ts';
import { headerParameters, pathParameters, queryParameters } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { type RouteJsonSchemas, writeSchema } from './route-schemas.ts';

/** Where an operation appears, and the state shared by the document. */
export interface OperationPlace {
  readonly params: readonly PathParam[];
  /** The param names in the document's path. */
  readonly names: readonly string[];
  readonly registry: SchemaRegistry;
  readonly documented: DocumentedSchemas;
  readonly errors: ErrorSettings | undefined;
}

/** How the application responds to invalid requests. */
export interface ErrorSettings {
  readonly format: ErrorFormat;
  /** The default for routes whose validator does not declare a status. */
  readonly status: number;
}

/** Describes a route for one method and one path. */
export function operationOf(
  route: DocumentedRoute,
  schemas: RouteJsonSchemas,
  place: OperationPlace,
): OpenApiOperation {
  const { registry, errors } = place;
  const parameters = parametersOf(schemas, place);
  // The body comes before the responses, so that request components get the plain names.
  const { body: source } = route.options.schema ?? {};
  const body =
    schemas.body === undefined
      ? {}
      : {
          requestBody: requestBodyOf(schemas.body, isOptionalBody(source, schemas.body, registry), registry),
        };
  const responseSchemas = [...schemas.response].map(([status, schema]): [string, JsonSchema] => [
    status,
    writeSchema(schema, registry),
  ]);
  const operation: OpenApiOperation = {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...body,
    responses: responsesOf(new Map(responseSchemas)),
  };
  const merged = mergeDocumentation(operation, place.documented.write(route.options.openapi ?? {}));
  const described = Object(merged.responses) as Record<string, unknown>;
  const own = Object.keys(described).length > 0 ? described : { 200: { description: 'OK' } };
  if (errors === undefined) return { ...merged, responses: own };
  const { params, query, headers } = schemas;
  const failures = errorResponses({
    format: errors.format,
    status: route.validation?.status ?? errors.status,
    hasSchemas: [params, query, headers, schemas.body].some((each) => each !== undefined),
    hasBody: schemas.body !== undefined,
  });
  return { ...merged, responses: { ...failures, ...own } };
}

function parametersOf(schemas: RouteJsonSchemas, place: OperationPlace): OpenApiParameter[] {
  const { params, names, registry } = place;
  return [
    ...pathParameters(params, names, scoped(schemas.params), registry),
    ...(scoped(schemas.query) === undefined ? [] : queryParameters(schemas.query as ScopedSchema, registry)),
    ...(scoped(schemas.headers) === undefined
      ? []
      : headerParameters(schemas.headers as ScopedSchema, registry)),
  ];
}

function scoped(schema: ScopedSchema | true | undefined): ScopedSchema | undefined {
  return schema === true ? undefined : schema;
}

function requestBodyOf(
  body: ScopedSchema | true,
  isOptional: boolean,
  registry: SchemaRegistry,
): NonNullable<OpenApiOperation['requestBody']> {
  const content = { [bodyMediaType(body, registry)]: { schema: writeSchema(body, registry) } };
  return { required: !isOptional, content };
}
