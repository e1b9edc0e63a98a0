export type { BodyMiddleware } from '@nextpress/body';
export { formBody } from './form-body.ts';
export type { FormBodyOptions } from './form-body-options.ts';
