export type { FileOptions, SetHeaders } from './file-options.ts';
export type { FileSent, SendFileError } from './send-file.ts';
export { sendFile } from './send-file.ts';
export type { SendFileOptions } from './send-file-options.ts';
export type { StaticMiddleware } from './serve-static.ts';
export { serveStatic } from './serve-static.ts';
export type { StaticOptions } from './static-options.ts';
