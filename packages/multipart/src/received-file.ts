import type { Readable } from 'node:stream';
import type { FileContent } from './file-content.ts';
import { safeFilename } from './filename.ts';
import { mediaTypeOfContent } from './media-type-of-content.ts';
import type { FilePart } from './part.ts';

/** A file that is arriving. */
export class ReceivedFile implements FilePart {
  readonly kind = 'file';
  readonly fieldName: string;
  readonly originalFilename: string;
  readonly content: FileContent;
  readonly #declaredType: string;
  readonly #isNameless: boolean;

  constructor(fieldName: string, filename: string | undefined, declaredType: string, content: FileContent) {
    this.fieldName = fieldName;
    this.originalFilename = filename ?? '';
    this.content = content;
    this.#declaredType = declaredType;
    this.#isNameless = filename === '';
  }

  get stream(): Readable {
    return this.content.stream;
  }

  get filename(): string {
    return safeFilename(this.originalFilename);
  }

  get type(): string {
    return mediaTypeOfContent(this.content.head, this.#declaredType);
  }

  get size(): number {
    return this.content.size;
  }

  /** Whether this is a file input in which no file was chosen. Known once the head has arrived. */
  get isAbsent(): boolean {
    return this.#isNameless && this.size === 0;
  }
}
