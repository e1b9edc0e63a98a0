export type { Query } from '@nextpress/semantics/query';
export { NO_PARAMS, NO_QUERY } from './empty.ts';
export { malformedTarget } from './malformed-target.ts';
export { openRequest } from './open-request.ts';
export type { PatchOptions } from './patch-prototypes.ts';
export { patchPrototypes } from './patch-prototypes.ts';
export type { Params, QueryParser, RequestHelpers } from './request-helpers.ts';
export type { FieldValue, ResponseHelpers } from './response-helpers.ts';
