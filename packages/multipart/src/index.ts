export type { MultipartMiddleware, MultipartRequest } from './multipart.ts';
export { multipart } from './multipart.ts';
export type { MultipartLimits, MultipartOptions } from './multipart-options.ts';
export type { FieldPart, FilePart, Part } from './part.ts';
export type { StorageOption } from './storage.ts';
export { UploadedFile } from './uploaded-file.ts';
