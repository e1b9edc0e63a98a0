export type { CorsCallback } from './asked-function.ts';
export type { CorsMiddleware } from './cors.ts';
export { cors } from './cors.ts';
export type { CorsOptions, CorsOptionsFunction } from './cors-options.ts';
export type { OriginAnswer, OriginFunction, OriginOption } from './origin-rule.ts';
