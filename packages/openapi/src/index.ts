export { createDocument } from './create-document.ts';
export type { DocumentOptions } from './document-options.ts';
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
export type { DocumentedRoute, RouteSchemas } from './documented-route.ts';
export { openapi } from './openapi.ts';
export type { OpenApiOptions } from './openapi-options.ts';
export type { ErrorFormat } from './operations/error-responses.ts';
export type { DocumentSource } from './registered-routes.ts';
export { toYaml } from './to-yaml.ts';
