/** @module Finds the scope of a request that no route matches, and the mounts of scopes that come before a route. */

import type { Matcher } from '@nextpress/router';
import { compilePrefix } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import { NO_PREFIX } from '../path/regexp-matcher.ts';
import { isServing } from '../registration/foreign-router.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import { registryOf } from '../registration/registry.ts';
import { claimsPath, ownerOf, type ScopeNode } from './scope-node.ts';

/** A route, as far as it decides the scope of a request. */
export interface ScopedRoute {
  /** The place of the route in the stack. */
  readonly place: number;
  readonly owner: ScopeNode;
  readonly pattern: Matcher;
}

/** Asks a mounted router or application whether it has a route for the rest of the path of a request. */
export type HasRoute = (mounted: PlacedLayer, rest: string) => boolean;

/** A prefix of a scope, or of something that is mounted. */
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
    const mounts = layers.flatMap((mounted, place) => {
      const scope = ownerOf(mounted) ?? root;
      const counts = scope === root ? isOwnRouter(mounted) : claimsPath(mounted);
      return counts ? { scope, prefix: mounted[LAYER_PATH].matcher, mounted, place } : [];
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
    hasRoute: HasRoute,
    other: ScopedRoute | undefined,
  ): ScopeNode | undefined {
    const claims = this.#claimsTo(pathname);
    const serving = claims.find((claim) => claim.place >= from && mayRespond(claim, pathname, hasRoute, 0));
    if (serving !== undefined) return serving.scope;
    const [longest] = claims;
    const isOther = other !== undefined && other.pattern.literalStart.length >= (longest?.length ?? 0);
    return isOther ? other.owner : longest?.scope;
  }

  /** Whether another scope has mounts before a route. */
  mayComeBefore(route: Omit<ScopedRoute, 'pattern'>): boolean {
    return this.#claims.some((claim) => comesBefore(claim, route));
  }

  /** The scope of a mount that comes before a route with params: it is registered earlier, and has a route or a longer prefix. */
  scopeBefore(route: ScopedRoute, pathname: string, from: number, hasRoute: HasRoute): ScopeNode | undefined {
    const { length: start } = route.pattern.literalStart;
    return this.#claimsTo(pathname).find(
      (claim) =>
        claim.place >= from && comesBefore(claim, route) && mayRespond(claim, pathname, hasRoute, start),
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

function isOwnRouter({ handle }: PlacedLayer): boolean {
  return registryOf(handle) !== undefined;
}

/**
 * Whether something that is mounted in another scope is before a route. Any other function may only be middleware. What is mounted around
 * the scope of the route runs in any case, so only a route of its own changes the scope.
 */
function comesBefore({ mounted, place, scope }: Claim, route: Omit<ScopedRoute, 'pattern'>): boolean {
  if (mounted === undefined || place >= route.place || scope === route.owner) return false;
  if (isOwnRouter(mounted)) return true;
  return !scope.contains(route.owner) && isServing(mounted);
}

/**
 * Whether a mount may respond: a router that has a route, and anything else for every path below its own.
 *
 * @param least - a prefix of this length, or of a shorter one, says nothing
 */
function mayRespond(
  { mounted, length }: FoundClaim,
  pathname: string,
  hasRoute: HasRoute,
  least: number,
): boolean {
  if (mounted === undefined) return false;
  return isOwnRouter(mounted) ? hasRoute(mounted, restOf(pathname, length)) : length > least;
}

/** The path after a prefix. */
export function restOf(pathname: string, length: number): string {
  const path = pathname.slice(length);
  return path.startsWith('/') ? path : `/${path}`;
}
