/** @module Finds the scope of a request that no route matches, and the mounts of scopes that come before a route. */

import type { Matcher } from '@nextpress/router';
import { compilePrefix } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import { NO_PREFIX } from '../path/regexp-matcher.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { type Registry, registryOf } from '../registration/registry.ts';
import { isRouteLayer } from '../registration/route-layer.ts';
import { claimsPath, ownerOf, type ScopeNode } from './scope-node.ts';

/** A route, as far as it decides the scope of a request. */
export interface ScopedRoute {
  /** The place of the route in the stack. */
  readonly place: number;
  readonly owner: ScopeNode;
  readonly pattern: Matcher;
}

/** Whether a route takes a request. */
export type Takes = (route: LayeredRoute) => boolean;

/** A prefix of a scope, or of a router, an application or a file server that the scope mounts. */
interface Claim {
  readonly scope: ScopeNode;
  /** `undefined` for every path. */
  readonly prefix: Matcher | undefined;
  /** What is mounted; `undefined` for the prefix of the scope itself. */
  readonly mounted: PlacedLayer | undefined;
  readonly place: number;
  /** Decides between prefixes of the same length. */
  readonly rank: number;
}

/** A claim to the path of a request, and the length of the prefix in that path. */
interface FoundClaim extends Claim {
  readonly length: number;
}

/** The prefixes of the scopes of a stack. */
export class ScopeLookup {
  readonly #claims: readonly Claim[];
  /** The literal claims by their text: the search takes as long for a thousand of them as for one. */
  readonly #literal = new Map<string, Claim[]>();
  readonly #others: Claim[] = [];
  readonly #caseSensitive: boolean;
  #longest = 0;

  constructor(root: ScopeNode, layers: readonly PlacedLayer[], rules: PathRules) {
    this.#caseSensitive = rules.caseSensitive;
    const mounts = layers.flatMap((layer, place) => {
      const scope = ownerOf(layer);
      if (scope === undefined || !claimsPath(layer)) return [];
      return { scope, prefix: layer[LAYER_PATH].matcher, mounted: layer, place };
    });
    const prefixed = root.all().filter((scope) => scope !== root && scope.hasOwnPrefix);
    const withHandler = prefixed.filter(({ notFound }) => notFound !== undefined);
    const prefixes = [...new Set([...withHandler, ...prefixed])].map((scope) => {
      return { scope, prefix: compilePrefix(scope.prefix, rules), mounted: undefined, place: -1 };
    });
    this.#claims = [...mounts, ...prefixes].map((claim, rank) => ({ ...claim, rank }));
    for (const claim of this.#claims) this.#add(claim);
  }

  /**
   * The scope of a request that no route takes: that of a mount that may respond, else the one with the longest prefix. The literal start of
   * a route for other methods counts as a prefix.
   *
   * @param from - the place from which the request continues
   */
  scopeOf(
    pathname: string,
    from: number,
    takes: Takes,
    other: ScopedRoute | undefined,
  ): ScopeNode | undefined {
    const claims = this.#claimsTo(pathname);
    const serving = claims.find((claim) => claim.place >= from && mayRespond(claim, pathname, takes, 0));
    if (serving !== undefined) return serving.scope;
    const [longest] = claims;
    const isOther = other !== undefined && other.pattern.literalStart.length >= (longest?.length ?? 0);
    return isOther ? other.owner : longest?.scope;
  }

  /** Whether a scope that is not around a route has mounts before it. */
  mayComeBefore({ place, owner }: Omit<ScopedRoute, 'pattern'>): boolean {
    return this.#claims.some(
      (claim) => claim.mounted !== undefined && claim.place < place && !claim.scope.contains(owner),
    );
  }

  /** The scope of a mount that comes before a route with params: it is registered earlier, and its prefix says more. */
  scopeBefore(
    { place, owner, pattern }: ScopedRoute,
    pathname: string,
    from: number,
    takes: Takes,
  ): ScopeNode | undefined {
    const { length: start } = pattern.literalStart;
    return this.#claimsTo(pathname).find(
      (claim) =>
        claim.place >= from &&
        claim.place < place &&
        !claim.scope.contains(owner) &&
        mayRespond(claim, pathname, takes, start),
    )?.scope;
  }

  /** The claims to a path, the longest prefix first; of equal ones mounts, then scopes with a not-found handler. */
  #claimsTo(pathname: string): FoundClaim[] {
    const found = this.#literalClaimsTo(pathname);
    for (const claim of this.#others) {
      const length = claim.prefix === undefined ? 0 : (claim.prefix.match(pathname)?.length ?? NO_PREFIX);
      if (length !== NO_PREFIX) found.push({ ...claim, length });
    }
    return found.sort((one, other) => other.length - one.length || one.rank - other.rank);
  }

  /** The claims whose text a path begins with, up to the end of a segment. */
  #literalClaimsTo(pathname: string): FoundClaim[] {
    const start = pathname.slice(0, this.#longest + 1);
    const text = this.#caseSensitive ? start : start.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    const found: FoundClaim[] = [];
    for (let length = text.length; length > 0; length = text.lastIndexOf('/', length - 1)) {
      // The text may end inside a segment of the path: no claim is that long.
      for (const claim of this.#literal.get(text.slice(0, length)) ?? []) found.push({ ...claim, length });
    }
    return found;
  }

  #add(claim: Claim): void {
    const { prefix } = claim;
    if (prefix?.isLiteral !== true) {
      this.#others.push(claim);
      return;
    }
    const { literalStart } = prefix;
    this.#longest = Math.max(this.#longest, literalStart.length);
    this.#literal.set(literalStart, [...(this.#literal.get(literalStart) ?? []), claim]);
  }
}

/**
 * Whether a mount may respond: a router that has a route, and anything else for every path below its own.
 *
 * @param least - a prefix of this length, or of a shorter one, says nothing
 */
function mayRespond({ mounted, length }: FoundClaim, pathname: string, takes: Takes, least: number): boolean {
  if (mounted === undefined) return false;
  const inner = registryOf(mounted.handle);
  return inner === undefined ? length > least : hasRoute(inner, rest(pathname, length), takes, []);
}

/** Whether a route in a router, or something that is mounted there at a path, takes a request. */
function hasRoute(registry: Registry, pathname: string, takes: Takes, outside: readonly Registry[]): boolean {
  // Routers may be mounted in each other.
  if (outside.includes(registry)) return false;
  return registry.layers.some((layer) => {
    const { matcher } = layer[LAYER_PATH];
    const length = matcher === undefined ? 0 : (matcher.match(pathname)?.length ?? NO_PREFIX);
    if (length === NO_PREFIX || layer.handle.length > 3) return false;
    if (isRouteLayer(layer)) return takes(layer.route);
    const inner = registryOf(layer.handle);
    if (inner === undefined) return length > 0;
    return hasRoute(inner, rest(pathname, length), takes, [...outside, registry]);
  });
}

/** The path after a prefix. */
function rest(pathname: string, length: number): string {
  const path = pathname.slice(length);
  return path.startsWith('/') ? path : `/${path}`;
}
