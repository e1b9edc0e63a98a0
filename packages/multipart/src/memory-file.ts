/** @module Files in memory. */

import { blobSlots } from '@nextpress-internal/internals/node';
import type { FilePart } from './part.ts';
import { UploadedFile } from './uploaded-file.ts';

const SLOTS: readonly symbol[] = blobSlots();

/** Creates a file from the chunks that have arrived. */
export function createMemoryFile(chunks: readonly Buffer[], file: FilePart): UploadedFile {
  return SLOTS.length === 0 ? new UploadedFile(chunks as Buffer[], file) : new MemoryFile(chunks, file);
}

/** A file that keeps its chunks, and copies them into a blob only when Node reads the slots of a blob. */
class MemoryFile extends UploadedFile {
  readonly #type: string;
  readonly #size: number;
  #chunks: readonly Uint8Array<ArrayBuffer>[];
  #blob: Blob | undefined;

  static {
    const { prototype } = MemoryFile;
    prototype.constructor = UploadedFile;
    // Node's getters of these two read the slots.
    Object.defineProperties(prototype, {
      size: getter((file) => file.#size),
      type: getter((file) => file.#type),
    });
    for (const slot of SLOTS) {
      const { get } = getter((file) => Reflect.get(file.#toBlob(), slot));
      // Node's constructor sets the slots to those of an empty blob.
      Object.defineProperty(prototype, slot, { get, set() {} });
    }
  }

  constructor(chunks: readonly Buffer[], file: FilePart) {
    super([], file);
    this.#size = file.size;
    this.#type = normalizeType(file.type);
    this.#chunks = isSmallPart(chunks, file.size)
      ? [concat(chunks, file.size)]
      : (chunks as Buffer<ArrayBuffer>[]);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#blob === undefined ? concat(this.#chunks, this.#size).buffer : super.arrayBuffer();
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }

  #toBlob(): Blob {
    this.#blob ??= new Blob(this.#chunks as Uint8Array<ArrayBuffer>[]);
    this.#chunks = [];
    return this.#blob;
  }
}

/** TypeScript declares these getters of Node as properties, which a class cannot override with getters. */
function getter(read: (file: MemoryFile) => unknown): { get: () => unknown; enumerable: true } {
  return {
    get(this: MemoryFile) {
      return read(this);
    },
    enumerable: true,
  };
}

/** Like the constructor of `Blob`: https://w3c.github.io/FileAPI/#constructorBlob */
function normalizeType(type: string): string {
  return /[^\x20-\x7e]/.test(type) ? '' : type.toLowerCase();
}

/** Whether the chunks keep much more memory alive than their own bytes, such as that of other parts of the form. */
function isSmallPart(chunks: readonly Buffer[], size: number): boolean {
  let kept = 0;
  for (const memory of new Set(chunks.map(({ buffer }) => buffer))) kept += memory.byteLength;
  return kept > 2 * size;
}

/** Copies the chunks into memory of their own; the result of `Buffer.concat` may share memory with other buffers. */
function concat(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
