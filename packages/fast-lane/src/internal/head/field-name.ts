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
  /** A value that it has had twice in succession, without what would need encoding, and the line that they make. */
  value: string | number | undefined;
  line: string;
  /** What most other values don't have; kept of the last one, so that nothing else of it is. */
  print: number;
}

const names = new Map<string, FieldName>();

/** `undefined` for what isn't a token, or isn't a string. */
export function fieldName(name: string): FieldName | undefined {
  return names.get(name) ?? readName(name);
}

/** The line of a field. Most are the same in one response after the other: one that comes again is kept. */
export function fieldLine(known: FieldName, name: string, value: string | number): string {
  if (value === known.value) return known.line;
  const line = `${name}: ${value}\r\n`;
  const print = printOf(value);
  if (print !== known.print) known.print = print;
  else if (line.length <= MAX_VALUE) keep(known, line, value);
  return line;
}

/** Forgets all values: what is sent to clients is not to stay longer than it is of use. */
export function forgetValues(): void {
  for (const known of names.values()) {
    known.value = undefined;
    known.line = '';
    known.print = Number.NaN;
  }
}

function printOf(value: string | number): number {
  if (typeof value === 'number') return value;
  const { length } = value;
  return (length * 31 + value.charCodeAt(length - 1)) * 31 + value.charCodeAt(length >> 1);
}

/** In strings of their own: a value may have been cut from a text that is long, or another client's. */
function keep(known: FieldName, line: string, value: string | number): void {
  known.line = Buffer.from(line, 'latin1').toString('latin1');
  known.value = typeof value === 'number' ? value : known.line.slice(-2 - value.length, -2);
}

function readName(name: unknown): FieldName | undefined {
  if (typeof name !== 'string' || !TOKEN.test(name)) return undefined;
  const lowerCase = name.toLowerCase();
  const meaning =
    lowerCase === 'content-length' ? CONTENT_LENGTH : MINDED_NAMES.has(lowerCase) ? MINDED : PLAIN;
  const read: FieldName = { lowerCase, meaning, value: undefined, line: '', print: Number.NaN };
  if (names.size < MAX_NAMES) names.set(name, read);
  return read;
}
