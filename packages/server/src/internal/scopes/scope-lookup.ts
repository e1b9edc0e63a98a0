/** @module Finds the scope of a request, by the rule of docs/scope-rules.md. */

import type { Matcher } from '@nextpress/router';
import type { PathRules } from '../path/path-matcher.ts';
import { compilePrefix } from '../path/path-matcher.ts';
import { PrefixIndex, type PrefixNode } from '../path/prefix-index.ts';
import { NO_PREFIX } from '../path/regexp-matcher.ts';
import { LAYER_PATH, type StackLayer } from '../registration/layer.ts';
import { claimsPath, ownerOf, type ScopeNode } from './scope-node.ts';

/** The part of a route that determines the scope of a request. */
export interface ScopedRoute {
  /** The index of the route in the stack. */
  readonly index: number;
  readonly owner: ScopeNode;
  readonly pattern: Pick<Matcher, 'isLiteral' | 'literalStart'> & {
    /** Returns `undefined` for a path that does not match. */
    match(path: string): unknown;
  };
}

/** The prefix of a scope, or a path that it has passed to `use`. */
interface Claim {
  readonly scope: ScopeNode;
  /** `undefined` for every path. */
  readonly prefix: Matcher | undefined;
  /** The index of the layer of `use`. */
  readonly index: number;
}

/** The longest claim to the path of a request, and the length of the prefix in that path. */
interface FoundClaim {
  readonly scope: ScopeNode;
  readonly length: number;
}

/** The scopes of a stack, by the paths that they claim. */
export class ScopeLookup {
  readonly #root: ScopeNode;
  readonly #prefixes: Claims;
  readonly #uses: Claims;

  constructor(root: ScopeNode, layers: readonly StackLayer[], rules: PathRules) {
    this.#root = root;
    const prefixed = root.all().filter((scope) => scope !== root && scope.hasOwnPrefix);
    // Among equal prefixes, that of a scope with a not-found handler is found first.
    prefixed.sort((one, other) => Number(other.notFound !== undefined) - Number(one.notFound !== undefined));
    const prefixes = prefixed.map((scope) => ({
      scope,
      prefix: compilePrefix(scope.prefix, rules),
      index: 0,
    }));
    this.#prefixes = new Claims(prefixes, rules);
    const uses = layers.flatMap((layer, index): Claim | [] => {
      const scope = ownerOf(layer);
      if (scope === undefined || !claimsPath(layer)) return [];
      return { scope, prefix: layer[LAYER_PATH].matcher, index };
    });
    this.#uses = new Claims(uses, rules);
  }

  /**
   * Returns the scope that owns the route; without one, the scope with the longest matching prefix, or the root. A longer path that a scope
   * passes to `use` at or after `from` takes precedence.
   *
   * @param from - the index from which the request continues
   * @param route - the first route that matches
   * @param others - the routes for other methods count as prefixes: guards and CORS of their scopes see the request
   */
  scopeOf(
    pathname: string,
    from: number,
    route: ScopedRoute | undefined,
    others: readonly ScopedRoute[] = [],
  ): ScopeNode {
    const { scope, length } = route === undefined ? this.#withoutRoute(pathname, others) : claimOf(route);
    // Enclosing scopes run for its requests anyway.
    const use = this.#uses.find(pathname, (claim) => claim.index >= from && !claim.scope.contains(scope));
    return use !== undefined && use.length > length ? use.scope : scope;
  }

  #withoutRoute(pathname: string, others: readonly ScopedRoute[]): FoundClaim {
    const none = { scope: this.#root, length: NO_PREFIX };
    const prefix = this.#prefixes.find(pathname, () => true) ?? none;
    const claims = others.map(claimOf);
    return (
      claims.find(({ scope, length }) => length >= prefix.length && !scope.contains(prefix.scope)) ?? prefix
    );
  }
}

/** A route claims the text before its first param or wildcard. */
function claimOf({ owner, pattern }: ScopedRoute): FoundClaim {
  return { scope: owner, length: pattern.literalStart.length };
}

/** Finds claims by the paths that begin with them. */
class Claims {
  /** Those with a literal prefix. */
  readonly #literal: PrefixIndex<Claim>;
  readonly #others: Claim[] = [];

  constructor(claims: readonly Claim[], rules: PathRules) {
    const literal: [text: string, claim: Claim][] = [];
    for (const claim of claims) {
      const { isLiteral, literalStart } = claim.prefix ?? EVERY_PATH;
      if (isLiteral) literal.push([literalStart, claim]);
      else this.#others.push(claim);
    }
    this.#literal = new PrefixIndex(literal, rules);
  }

  /**
   * The longest accepted claim to a path. Between claims of equal length, text wins over params, then the
   * first.
   */
  find(pathname: string, accepts: (claim: Claim) => boolean): FoundClaim | undefined {
    let found = this.#findLiteral(pathname, accepts);
    for (const claim of this.#others) {
      const end = claim.prefix?.match(pathname)?.length ?? NO_PREFIX;
      // The slash that may follow the last param is not part of it.
      const length = pathname[end - 1] === '/' ? end - 1 : end;
      if (length > (found?.length ?? NO_PREFIX) && accepts(claim)) found = { scope: claim.scope, length };
    }
    return found;
  }

  #findLiteral(pathname: string, accepts: (claim: Claim) => boolean): FoundClaim | undefined {
    let node: PrefixNode<Claim> | undefined = this.#literal.find(pathname);
    for (; node !== undefined; node = node.parent) {
      const claim = node.values.find(accepts);
      if (claim !== undefined) return { scope: claim.scope, length: node.text.length };
    }
    return undefined;
  }
}

/** The path of a claim without a prefix. */
const EVERY_PATH = { isLiteral: true, literalStart: '' };
