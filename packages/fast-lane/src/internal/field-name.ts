/** @module Hot: what the name of a response's field means for its head. Applications use few names: those seen first are remembered. */

/** What the head's writer has to do for a field. */
export const MINDED = 0;
export const PLAIN = 1;
export const CONTENT_LENGTH = 2;

const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const MAX_NAMES = 512;

/** Names that Node minds: they change the connection, the framing or the lines it adds, or are written in their own way. */
const MINDED_NAMES = new Set([
  'connection',
  'content-disposition',
  'cookie',
  'date',
  'expect',
  'keep-alive',
  'trailer',
  'transfer-encoding',
]);

/** Longer values are not worth the memory. */
const MAX_VALUE = 256;

/** A name that is a token. */
export interface FieldName {
  readonly lowerCase: string;
  readonly meaning: number;
  /** The value that it had last, without what would need encoding, and the line that they make. */
  value: string | number | undefined;
  line: string;
}

const names = new Map<string, FieldName>();

/** `undefined` for what isn't a token, or isn't a string. */
export function fieldName(name: string): FieldName | undefined {
  return names.get(name) ?? readName(name);
}

/** The line of a field. Most are the same in one response after the other: the last one of each name is kept. */
export function fieldLine(known: FieldName, name: string, value: string | number): string {
  if (value === known.value) return known.line;
  const line = `${name}: ${value}\r\n`;
  if (typeof value === 'number' || value.length <= MAX_VALUE) {
    known.value = value;
    known.line = line;
  }
  return line;
}

function readName(name: unknown): FieldName | undefined {
  if (typeof name !== 'string' || !TOKEN.test(name)) return undefined;
  const lowerCase = name.toLowerCase();
  const meaning =
    lowerCase === 'content-length' ? CONTENT_LENGTH : MINDED_NAMES.has(lowerCase) ? MINDED : PLAIN;
  const read: FieldName = { lowerCase, meaning, value: undefined, line: '' };
  if (names.size < MAX_NAMES) names.set(name, read);
  return read;
}
