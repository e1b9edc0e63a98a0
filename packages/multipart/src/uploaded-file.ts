import { File } from 'node:buffer';
import type { FilePart } from './part.ts';

/**
 * A received file: a standard `File` whose content is in memory or at {@link path}. Its `name` has no folders, and its `type` is
 * checked against the content.
 */
export class UploadedFile extends File {
  readonly fieldName: string;
  /** The name as sent by the client. Never use it as a path. */
  readonly originalFilename: string;
  /** The path of the file if the storage is a folder. */
  readonly path: string | undefined;

  constructor(
    content: ConstructorParameters<typeof File>[0],
    { fieldName, filename, originalFilename, type }: FilePart,
    path?: string,
  ) {
    super(content, filename, { type });
    this.fieldName = fieldName;
    this.originalFilename = originalFilename;
    this.path = path;
  }
}
