/** The route that a leaf belongs to. */
export interface LeafRoute<T> {
  readonly method: string;
  readonly pattern: string;
  readonly value: T;
}

/** The end of one form of a route in the tree. */
export class Leaf<T> {
  readonly route: LeafRoute<T>;
  /** Names of the captures, in order. */
  readonly names: readonly string[];
  /** Whether each capture is a list of segments; empty if none is. */
  readonly lists: readonly boolean[];
  readonly hasLists: boolean;
  /** The name of the capture if there is exactly one; otherwise `''`. */
  readonly onlyName: string;
  /** Whether a capture is called `0`, as the first bare wildcard is. */
  readonly isIndexed: boolean;
  /** Position in the order of precedence; the lowest wins. */
  rank: number;

  constructor(route: LeafRoute<T>, names: readonly string[], lists: readonly boolean[], rank: number) {
    this.route = route;
    this.names = names;
    this.lists = lists;
    this.hasLists = lists.includes(true);
    this.isIndexed = names.includes('0');
    this.onlyName = names.length === 1 ? (names[0] as string) : '';
    this.rank = rank;
  }
}
