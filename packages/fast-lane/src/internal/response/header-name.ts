/** @module Hot: what the name of a response's field means for its head. Applications use few names: those seen first are remembered. */

/** What the head's writer has to do for a field. */
export const SPECIAL = 0;
export const PLAIN = 1;
export const CONTENT_LENGTH = 2;

const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const MAX_NAMES = 512;

/** Names that Node minds: they change the connection, the framing or the lines it adds, or are written in their own way. */
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

/** A name that is a token. */
export interface FieldName {
  readonly lowerCase: string;
  readonly meaning: number;
}

const names = new Map<string, FieldName>();

/** `undefined` for what isn't a token, or isn't a string. */
export function fieldName(name: string): FieldName | undefined {
  return names.get(name) ?? readName(name);
}

function readName(name: unknown): FieldName | undefined {
  if (typeof name !== 'string' || !TOKEN.test(name)) return undefined;
  const lowerCase = name.toLowerCase();
  const meaning =
    lowerCase === 'content-length' ? CONTENT_LENGTH : SPECIAL_NAMES.has(lowerCase) ? SPECIAL : PLAIN;
  const read: FieldName = { lowerCase, meaning };
  if (names.size < MAX_NAMES) names.set(name, read);
  return read;
}
