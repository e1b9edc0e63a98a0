export type { ContentEncoding, FileOptions, SetHeaders } from './options/file-options.ts';
export type { SendFileOptions } from './options/send-file-options.ts';
export type { SnapshotOptions, StaticOptions } from './options/static-options.ts';
export type { FileSent, SendFileError } from './send-file.ts';
export { sendFile } from './send-file.ts';
export type { StaticMiddleware } from './serve-static.ts';
export { serveStatic } from './serve-static.ts';
