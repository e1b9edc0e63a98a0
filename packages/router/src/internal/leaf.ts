import type { Params, RouteMatch } from '../router-types.ts';

/** One form of a route, where its way through the tree ends. */
export class Leaf<T> implements RouteMatch<T> {
  readonly value: T;
  params: Params;
  readonly pattern: string;
  readonly method: string;
  /** Names of the captures, in order. */
  readonly names: readonly string[];
  /** Whether each capture is a list of segments. */
  readonly lists: readonly boolean[];
  /** Place in the order of precedence; the lowest wins. */
  rank: number;

  constructor(
    method: string,
    pattern: string,
    value: T,
    names: readonly string[],
    lists: readonly boolean[],
    params: Params,
  ) {
    this.value = value;
    this.params = params;
    this.pattern = pattern;
    this.method = method;
    this.names = names;
    this.lists = lists;
    this.rank = 0;
  }
}
