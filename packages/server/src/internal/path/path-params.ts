import type { Params } from '@nextpress/router';

/** Half of a surrogate pair, which no decoded text begins with: marks a value that could not be decoded. */
const UNDECODED = '\uD800';

/** Decodes a captured value; one whose escapes aren't UTF-8 comes back marked, as a router must not throw. */
export function decodeParam(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return UNDECODED + raw;
  }
}

/** Whether every captured value could be decoded. */
export function isDecoded(params: Params): boolean {
  return undecodedIn(params) === undefined;
}

/** Whether every value that a pattern can capture from a path can be decoded. */
export function isDecodable(pathname: string): boolean {
  return !pathname.includes('%') || decodeParam(pathname).charAt(0) !== UNDECODED;
}

/**
 * Refuses values that can't be decoded.
 *
 * @throws URIError with status 400, as Express's router throws it
 */
export function checkDecoded(params: Params): void {
  const raw = undecodedIn(params);
  if (raw === undefined) return;
  const error = new URIError(`Failed to decode param '${raw}'`);
  throw Object.assign(error, { status: 400, statusCode: 400, code: 'ERR_PARAM_ENCODING' });
}

/** The first captured value that can't be decoded, as it was sent. */
function undecodedIn(params: Params): string | undefined {
  for (const value of Object.values(params).flat()) {
    if (value?.charAt(0) === UNDECODED) return value.slice(1);
  }
  return undefined;
}
