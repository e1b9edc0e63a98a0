export type { JsonBodyMiddleware } from './json-body.ts';
export { jsonBody } from './json-body.ts';
export type { JsonBodyOptions } from './json-body-options.ts';
