import type { Params, RouteMatch } from '../router-types.ts';

/** What a route is, apart from its pattern's forms. */
export interface LeafRoute<T> {
  readonly method: string;
  readonly pattern: string;
  readonly value: T;
}

/** The result of a lookup, which a leaf owns and gives out again and again. */
interface LeafMatch<T> extends RouteMatch<T> {
  params: Params;
}

/** One form of a route, where its way through the tree ends. */
export class Leaf<T> {
  readonly match: LeafMatch<T>;
  readonly method: string;
  /** Names of the captures, in order. */
  readonly names: readonly string[];
  /** Whether each capture is a list of segments. */
  readonly lists: readonly boolean[];
  readonly hasLists: boolean;
  /** The name of the capture if there is one only, which is no bare wildcard; otherwise `''`. */
  readonly onlyName: string;
  /** Whether a capture is called `0`, as the first bare wildcard is. */
  readonly isIndexed: boolean;
  /** Place in the order of precedence; the lowest wins. */
  rank: number;

  constructor(
    route: LeafRoute<T>,
    names: readonly string[],
    lists: readonly boolean[],
    params: Params,
    rank: number,
  ) {
    this.match = { value: route.value, params, pattern: route.pattern };
    this.method = route.method;
    this.names = names;
    this.lists = lists;
    this.hasLists = lists.includes(true);
    this.isIndexed = names.includes('0');
    this.onlyName = names.length === 1 && !this.isIndexed ? (names[0] as string) : '';
    this.rank = rank;
  }
}
