export type { StaticMiddleware } from './serve-static.ts';
export { serveStatic } from './serve-static.ts';
export type { SetHeaders, StaticOptions } from './static-options.ts';
