export { type DevOptions, type DevServer, dev } from './dev-server.ts';
