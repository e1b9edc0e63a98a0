/** @module Hot: what is said of a file, made once for each state of it. Whether it is in that state is asked of the disk each time. */

import type { OpenFile } from '../disk/open-file.ts';
import type { FileSettings } from '../options/file-options.ts';
import { type FileAnswers, fileAnswers, validatorsOf } from './file-answer.ts';

/** Files that are remembered, at most: beyond it all are forgotten. */
const MOST = 4_096;

interface Known {
  readonly size: number;
  readonly mtimeMs: number;
  readonly entityTag: string | undefined;
  readonly answers: FileAnswers;
}

/** The answers that one `serveStatic` has made. */
export class KnownAnswers {
  readonly #known = new Map<string, Known>();
  readonly #settings: FileSettings;

  constructor(settings: FileSettings) {
    this.#settings = settings;
  }

  /** The answers about a file, by its name, size, time and tag: nothing else is in them. */
  of(file: OpenFile): FileAnswers {
    const { size, mtimeMs } = file.stats;
    const known = this.#known.get(file.ownPath);
    if (
      known !== undefined &&
      known.size === size &&
      known.mtimeMs === mtimeMs &&
      known.entityTag === file.entityTag &&
      known.answers.encoding === file.encoding
    ) {
      return known.answers;
    }
    return this.#make(file);
  }

  #make(file: OpenFile): FileAnswers {
    const { size, mtimeMs } = file.stats;
    const answers = fileAnswers(file, validatorsOf(file, this.#settings), this.#settings);
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(file.ownPath, { size, mtimeMs, entityTag: file.entityTag, answers });
    return answers;
  }
}
