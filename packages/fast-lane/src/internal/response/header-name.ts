/** @module Hot: what the name of a response header means for the head. Applications use few names, so the first ones are cached. */

/** What the writer of the head has to do for a header. */
export const SPECIAL = 0;
export const PLAIN = 1;
export const LENGTH = 2;

const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const MAX_NAMES = 512;

/** Names that change the connection, the framing or the lines that Node adds, or that Node writes in a special way. */
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

/** Returns `undefined` for a name that isn't a token, or isn't a string. */
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
