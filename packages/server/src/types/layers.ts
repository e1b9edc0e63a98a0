import type { Layer as ChainLayer, Next } from '@nextpress/middleware';
import type { LayerMatch, Path, PathMatcher } from './values.ts';

/** A function in the stack of a router or a route, with the properties of Express's layers. */
export interface LayerOf<Request, Response, Route> {
  handle: ChainLayer<Request, Response>;
  name: string;
  /** The path as it was registered; a list is flat. */
  readonly rawPath: Path;
  /** Whether the layer is middleware for every path. */
  readonly slash: boolean;
  /** One function for each pattern of the path. */
  readonly matchers: readonly PathMatcher[];
  /** The route that the layer runs; `undefined` in layers of `use`. */
  route?: Route | undefined;
  /** In a route: the method in lower case, `undefined` for every method. */
  method?: string | undefined;
  /** Compares a path with that of the layer. */
  match(path: string | null | undefined): LayerMatch | false;
  /** Calls the function for a request. A function for errors is skipped. */
  handleRequest(req: Request, res: Response, next: Next): void;
  /** Calls the function for an error. A function for requests is skipped. */
  handleError(error: unknown, req: Request, res: Response, next: Next): void;
}

/** The type `ListedRoute`, by the type of routers. */
export interface ListedRouteOf<Router> {
  readonly path: string | RegExp;
  /** In upper case, `*` for `all`; `HEAD` is included where `GET` is. `undefined` for a mounted router. */
  readonly methods: string[] | undefined;
  /** The mounted router; its paths start with this one. */
  readonly router: Router | undefined;
}
