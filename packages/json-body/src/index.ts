export type { BodyMiddleware } from '@nextpress/body';
export { jsonBody } from './json-body.ts';
export type { JsonBodyOptions } from './json-body-options.ts';
