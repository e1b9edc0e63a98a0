export type { CorsMiddleware } from './cors.ts';
export { cors } from './cors.ts';
export type { CorsOptions, CorsOptionsFunction } from './cors-options.ts';
export type { CorsCallback } from './normalize-async.ts';
export type { OriginFunction, OriginOption, OriginResult } from './origin-rule.ts';
