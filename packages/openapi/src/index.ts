export { createDocument } from './create-document.ts';
export type {
  JsonSchema,
  OpenApiComponents,
  OpenApiDocument,
  OpenApiExternalDocs,
  OpenApiInfo,
  OpenApiMediaType,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPathItem,
  OpenApiSecurity,
  OpenApiServer,
  OpenApiTag,
} from './document-types.ts';
export { openapi } from './openapi.ts';
export type { DocumentOptions, OpenApiOptions } from './openapi-options.ts';
export type { DocumentedRoute, DocumentSource, ErrorFormat, RouteSchemas } from './registered-routes.ts';
export { toYaml } from './to-yaml.ts';
