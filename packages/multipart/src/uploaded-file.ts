import { File } from 'node:buffer';
import type { FilePart } from './part.ts';

/**
 * A file that has been received: a `File` of the web, whose content is in memory or in {@link path}. Its `name` has no folders, and
 * its `type` comes from the content.
 */
export class UploadedFile extends File {
  readonly fieldName: string;
  /** The name as the client has sent it. Never use it as a path. */
  readonly originalFilename: string;
  /** Where the file is, with a folder as storage. */
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
