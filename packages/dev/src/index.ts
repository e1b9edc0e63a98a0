export type { DevOptions } from './dev-options.ts';
export { type DevServer, dev } from './dev-server.ts';
