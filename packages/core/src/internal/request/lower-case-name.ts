/** @module Hot: `req.get`. Bench: `pnpm --filter @nextpress/core bench:request-helpers`. */

/** Names as a program writes them, and as fields are stored. Whoever lets clients name fields fills it, and no more. */
const known = new Map<string, string>();
const MOST_NAMES = 256;
const LONGEST_NAME = 64;

/**
 * The name of a field in lower case. Looking it up takes a quarter of the time of making the text and then looking the
 * field up.
 */
export function lowerCaseName(name: string): string {
  const lower = known.get(name);
  if (lower !== undefined) return lower;
  const made = name.toLowerCase();
  if (known.size < MOST_NAMES && name.length <= LONGEST_NAME) known.set(name, made);
  return made;
}
