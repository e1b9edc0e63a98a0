import type { HelperDialect } from '@nextpress/core';
import { NO_PARAMS, type Params } from '@nextpress/router';

/** Marks a value that could not be decoded: half of a surrogate pair, which no decoded text starts with. */
const UNDECODED = '\uD800';

/** Decodes a captured value. A value that is not UTF-8 is marked instead, because a router must not throw. */
export function decodeParam(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return UNDECODED + raw;
  }
}

/**
 * Params that libraries accept as a plain object, and that layers may modify. As in Express 5, they have no prototype, except those of
 * regular expressions and of merged routers.
 */
export function plainParams(params: Params): Params {
  if (params === NO_PARAMS) return {};
  if (params instanceof Object) return params;
  // V8: without the prototype that the router has given them, params keep fast properties.
  // proof: test/params.shape.test.ts
  return Object.setPrototypeOf(params, null);
}

/** Whether all captured values were decoded. */
export function isDecoded(params: Params): boolean {
  return undecodedIn(params) === undefined;
}

/** Whether all values that a pattern can capture from a path can be decoded. */
export function isDecodable(pathname: string): boolean {
  return !pathname.includes('%') || decodeParam(pathname).charAt(0) !== UNDECODED;
}

/**
 * Rejects values that were not decoded.
 *
 * @throws URIError with status 400, as Express's router does
 */
export function checkDecoded(
  params: Params,
  { dialect }: { readonly dialect: Pick<HelperDialect, 'hidesCodes'> },
): void {
  const raw = undecodedIn(params);
  if (raw === undefined) return;
  const error = new URIError(`Failed to decode param '${raw}'`);
  if (!dialect.hidesCodes) Object.assign(error, { code: 'ERR_PARAM_ENCODING' });
  throw Object.assign(error, { statusCode: 400, status: 400 });
}

/** The first captured value that was not decoded, as it was sent. */
function undecodedIn(params: Params): string | undefined {
  for (const value of Object.values(params).flat()) {
    if (value?.charAt(0) === UNDECODED) return value.slice(1);
  }
  return undefined;
}

/**
 * Merges the params of a router made with `mergeParams` into those of its mount. Its own take precedence. As
 * in Express, its captures without a name are numbered after those of the mount.
 */
export function mergeParams(own: Params, outer: Params): Params {
  // The application may have assigned another value to `req.params`.
  if (typeof outer !== 'object') return own;
  const merged: Record<string, string | readonly string[]> = { ...outer };
  if (!('0' in own) || !('0' in outer)) return Object.assign(merged, own);
  const outerCount = countNumbered(outer);
  const ownCount = countNumbered(own);
  for (const [name, value] of Object.entries(own)) {
    const isNumbered = /^\d+$/.test(name) && Number(name) < ownCount;
    merged[isNumbered ? String(Number(name) + outerCount) : name] = value;
  }
  return merged;
}

/** Counts the params named `0`, `1` and so on, without a gap. */
function countNumbered(params: Params): number {
  let count = 0;
  while (String(count) in params) count++;
  return count;
}
