import type { FilePart } from './part.ts';
import { UploadedFile } from './uploaded-file.ts';

/** Where Node keeps the bytes of a blob and their number. Methods of Node that take blobs read them there. */
const INTERNALS: readonly symbol[] = Object.getOwnPropertySymbols(new Blob([])).filter(
  ({ description }) => description === 'kHandle' || description === 'kLength',
);

/** A file in memory. It keeps the chunks that have arrived, and copies them to a blob when one is needed. */
export class MemoryFile extends UploadedFile {
  #chunks: readonly Buffer[];
  #blob: Blob | undefined;
  override readonly size: number;

  static {
    for (const key of INTERNALS) {
      Object.defineProperty(MemoryFile.prototype, key, {
        get(this: MemoryFile): unknown {
          return Reflect.get(this.#toBlob(), key);
        },
        // The constructor of Node sets those of an empty blob.
        set() {},
      });
    }
  }

  constructor(chunks: readonly Buffer[], file: FilePart) {
    super(INTERNALS.length === 2 ? [] : (chunks as Buffer[]), file);
    this.#chunks = chunks;
    this.size = file.size;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.#blob !== undefined) return super.arrayBuffer();
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes.buffer;
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }

  #toBlob(): Blob {
    this.#blob ??= new Blob(this.#chunks as Buffer[]);
    this.#chunks = [];
    return this.#blob;
  }
}
