export { type ClientOptions, createClient } from './client.ts';
export type { Client, ClientMethod, RequestOptions, Result } from './client-types.ts';
