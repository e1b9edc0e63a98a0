/**
 * @module Hot: what a response header's name means for the head. Applications use few names, so the first ones are
 * cached.
 */

/** How the head writer treats a header. */
export const SPECIAL = 0;
export const PLAIN = 1;
export const LENGTH = 2;

const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const MAX_NAMES = 512;

/** Names that affect the connection, the framing or Node's own header lines, or that Node writes specially. */
const SPECIAL_NAMES = new Set([
  'connection',
  'content-disposition',
  'cookie',
  'date',
  'expect',
  'keep-alive',
  'trailer',
  'transfer-encoding',
]);

export interface HeaderName {
  readonly lowerCase: string;
  readonly meaning: number;
}

const names = new Map<string, HeaderName>();

/** Returns `undefined` for a name that is not a string or not a token. */
export function headerName(name: string): HeaderName | undefined {
  return names.get(name) ?? readName(name);
}

function readName(name: unknown): HeaderName | undefined {
  if (typeof name !== 'string' || !TOKEN.test(name)) return undefined;
  const lowerCase = name.toLowerCase();
  const meaning = lowerCase === 'content-length' ? LENGTH : SPECIAL_NAMES.has(lowerCase) ? SPECIAL : PLAIN;
  const read: HeaderName = { lowerCase, meaning };
  if (names.size < MAX_NAMES) names.set(name, read);
  return read;
}
