export interface Notice {
  readonly id: number;
  readonly author: string;
  readonly text: string;
  /** The location and original name of an uploaded picture. */
  readonly picture?: { readonly path: string; readonly name: string } | undefined;
}

/** The notices, in memory. */
export class Board {
  readonly #notices = new Map<number, Notice>();
  #lastId = 0;

  list(author?: string): Notice[] {
    return [...this.#notices.values()].filter((notice) => author === undefined || notice.author === author);
  }

  find(id: number): Notice | undefined {
    return this.#notices.get(id);
  }

  add(notice: Omit<Notice, 'id'>): Notice {
    const added = { id: ++this.#lastId, ...notice };
    this.#notices.set(added.id, added);
    return added;
  }

  remove(id: number): boolean {
    return this.#notices.delete(id);
  }
}
