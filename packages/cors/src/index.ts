export type { CorsMiddleware } from './cors.ts';
export { cors } from './cors.ts';
export type { CorsOptions } from './cors-options.ts';
export type { OriginFunction, OriginOption } from './origin-rule.ts';
