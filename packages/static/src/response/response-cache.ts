/** @module Hot: the responses for whole files. Whether a file still is in the same state is asked of the disk for each request. */

import { BoundedMap } from '../bounded-map.ts';
import type { OpenFile } from '../disk/open-file.ts';
import type { FileResponses } from './response.ts';

interface Entry {
  readonly size: number;
  readonly mtimeMs: number;
  readonly entityTag: string | undefined;
  readonly encoding: OpenFile['encoding'];
  readonly responses: FileResponses;
}

const MAX_FILES = 4_096;

/** For one `serveStatic`, because the responses depend on its options. */
export class ResponseCache {
  readonly #entries = new BoundedMap<string, Entry>(MAX_FILES);

  /** The responses for a file of that path, size, time, tag and encoding. */
  get({ diskPath, stats, entityTag, encoding }: OpenFile): FileResponses | undefined {
    const entry = this.#entries.get(diskPath);
    return entry !== undefined &&
      entry.size === stats.size &&
      entry.mtimeMs === stats.mtimeMs &&
      entry.entityTag === entityTag &&
      entry.encoding === encoding
      ? entry.responses
      : undefined;
  }

  set({ diskPath, stats: { size, mtimeMs }, entityTag, encoding }: OpenFile, responses: FileResponses): void {
    this.#entries.set(diskPath, { size, mtimeMs, entityTag, encoding, responses });
  }
}
