/**
 * @module Hot: the strict recogniser. It says whether the octets at a place begin with the complete head of an ordinary
 * request, one that every supported Node reads in the same way, and never guesses: what it isn't sure of is Node's.
 * Bench: `pnpm --filter @nextpress/fast-lane bench`.
 */

import {
  COLON,
  CR,
  isTarget,
  isValue,
  LF,
  LOWER_CASE_BIT,
  NINE,
  SLASH,
  SP,
  TOKEN,
  ZERO,
} from './char-class.ts';

/** What the octets at a place are. Everything from `METHOD` on names why they are Node's. */
export const ORDINARY = 0;
/** The beginning of what may be ordinary: more octets will tell. */
export const PARTIAL = 1;
export const METHOD = 2;
export const TARGET_FORM = 3;
export const VERSION = 4;
export const FIELD = 5;
export const FIELD_COUNT = 6;
export const HOST = 7;
export const CONNECTION = 8;
export const CONTENT_LENGTH = 9;
export const TRANSFER_ENCODING = 10;
export const EXPECT = 11;
export const UPGRADE = 12;
export const TRAILER = 13;
export const HEAD_SIZE = 14;
export const BODY_SIZE = 15;
export const SETTINGS = 16;
export const SILENT = 17;

/** The reasons as `stats()` names them, by the constants above. */
export const REASONS: readonly string[] = [
  '',
  'partial head',
  'method',
  'target',
  'version',
  'field syntax',
  'field count',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'head size',
  'body size',
  'settings',
  'silent',
];

const MAX_FIELDS = 100;
const MAX_LENGTH_DIGITS = 9;

/** Where the last head that was recognised has its parts; one object, overwritten by each call. */
export class Head {
  method = '';
  targetEnd = 0;
  /** Behind the empty line. */
  end = 0;
  /** Of the content, in octets. */
  contentLength = 0;
  targetStart = 0;
  fieldsStart = 0;
  fields = 0;
  hosts = 0;
  /** -1 until a `Content-Length` is seen. */
  declared = -1;
}

interface Method {
  readonly name: string;
  readonly octets: Buffer;
  readonly mayHaveContent: boolean;
}

const METHODS: readonly Method[] = [
  { name: 'GET', mayHaveContent: false },
  { name: 'POST', mayHaveContent: true },
  { name: 'PUT', mayHaveContent: true },
  { name: 'DELETE', mayHaveContent: false },
  { name: 'HEAD', mayHaveContent: false },
  { name: 'OPTIONS', mayHaveContent: false },
  { name: 'PATCH', mayHaveContent: true },
].map((method) => ({ ...method, octets: Buffer.from(`${method.name} `, 'latin1') }));

const VERSION_LINE = Buffer.from('HTTP/1.1\r\n', 'latin1');

/**
 * Reads the head that begins at `start`.
 *
 * @param limit - of the head, in octets: Node's `maxHeaderSize`
 * @returns one of the constants; `head` is complete for `ORDINARY`
 */
export function recognise(octets: Uint8Array, start: number, limit: number, head: Head): number {
  const method = methodAt(octets, start);
  if (method === undefined) return isPrefixOfMethod(octets, start) ? PARTIAL : METHOD;
  let at = start + method.octets.length;
  head.method = method.name;
  head.targetStart = at;
  const { length } = octets;
  if (octets[at] !== SLASH) return at === length ? PARTIAL : TARGET_FORM;
  while (at < length && isTarget(octets[at] as number)) at++;
  if (octets[at] !== SP) return at === length ? partial(octets, start, limit) : TARGET_FORM;
  head.targetEnd = at;
  at = expectVersion(octets, at + 1);
  if (at < 0) return at === -1 ? partial(octets, start, limit) : VERSION;
  head.fieldsStart = at;
  const outcome = recogniseFields(octets, at, head);
  if (outcome !== ORDINARY) return outcome === PARTIAL ? partial(octets, start, limit) : outcome;
  if (head.end - start >= limit) return HEAD_SIZE;
  if (head.contentLength > 0 && !method.mayHaveContent) return CONTENT_LENGTH;
  return head.hosts === 1 ? ORDINARY : HOST;
}

/** A head that is too long already won't become ordinary. */
function partial(octets: Uint8Array, start: number, limit: number): number {
  return octets.length - start >= limit ? HEAD_SIZE : PARTIAL;
}

function methodAt(octets: Uint8Array, start: number): Method | undefined {
  for (const method of METHODS) {
    if (startsWith(octets, start, method.octets)) return method;
  }
  return undefined;
}

function startsWith(octets: Uint8Array, start: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) {
    if (octets[start + i] !== expected[i]) return false;
  }
  return true;
}

function isPrefixOfMethod(octets: Uint8Array, start: number): boolean {
  const length = octets.length - start;
  return METHODS.some(
    (method) => length < method.octets.length && startsWith(method.octets, 0, octets.subarray(start)),
  );
}

/** @returns where the fields begin; -1 when the octets end too soon, -2 for anything but `HTTP/1.1` */
function expectVersion(octets: Uint8Array, start: number): number {
  for (let i = 0; i < VERSION_LINE.length; i++) {
    const octet = octets[start + i];
    if (octet !== VERSION_LINE[i]) return octet === undefined ? -1 : -2;
  }
  return start + VERSION_LINE.length;
}

/** Reads the field lines and the empty line behind them. */
function recogniseFields(octets: Uint8Array, start: number, head: Head): number {
  const { length } = octets;
  let at = start;
  head.fields = 0;
  head.hosts = 0;
  head.declared = -1;
  while (at < length && octets[at] !== CR) {
    const nameStart = at;
    while (at < length && TOKEN[octets[at] as number] === 1) at++;
    if (at === length) return PARTIAL;
    if (octets[at] !== COLON || at === nameStart) return FIELD;
    const nameEnd = at++;
    while (at < length && isValue(octets[at] as number)) at++;
    if (at < length && octets[at] !== CR) return FIELD;
    if (at + 1 >= length) return PARTIAL;
    if (octets[at + 1] !== LF || ++head.fields > MAX_FIELDS)
      return head.fields > MAX_FIELDS ? FIELD_COUNT : FIELD;
    const candidates = nameEnd - nameStart < SPECIAL.length ? SPECIAL[nameEnd - nameStart] : undefined;
    if (candidates !== undefined) {
      const refusal = checkSpecial(candidates, octets, nameStart, nameEnd, at, head);
      if (refusal !== ORDINARY) return refusal;
    }
    at += 2;
  }
  if (at + 1 >= length) return PARTIAL;
  if (octets[at + 1] !== LF) return FIELD;
  head.end = at + 2;
  head.contentLength = head.declared === -1 ? 0 : head.declared;
  return ORDINARY;
}

/** A field that decides about framing, the connection or the protocol. */
interface SpecialField {
  readonly name: Buffer;
  readonly check: (octets: Uint8Array, valueStart: number, valueEnd: number, head: Head) => number;
}

/** Those fields by the length of their names, so that most fields are passed over by their length alone. */
const SPECIAL: readonly (readonly SpecialField[] | undefined)[] = byLength({
  host: countHost,
  connection: checkConnection,
  'content-length': readContentLength,
  'transfer-encoding': () => TRANSFER_ENCODING,
  expect: () => EXPECT,
  upgrade: () => UPGRADE,
  trailer: () => TRAILER,
  'proxy-connection': () => CONNECTION,
});

function byLength(checks: Readonly<Record<string, SpecialField['check']>>): (SpecialField[] | undefined)[] {
  const fields = Object.entries(checks).map(([name, check]) => ({
    name: Buffer.from(name, 'latin1'),
    check,
  }));
  const longest = Math.max(...fields.map(({ name }) => name.length));
  return Array.from({ length: longest + 1 }, (_, length) => {
    const candidates = fields.filter(({ name }) => name.length === length);
    return candidates.length === 0 ? undefined : candidates;
  });
}

function checkSpecial(
  candidates: readonly SpecialField[],
  octets: Uint8Array,
  nameStart: number,
  nameEnd: number,
  valueEnd: number,
  head: Head,
): number {
  for (const { name, check } of candidates) {
    if (isNamed(octets, nameStart, name)) return check(octets, nameEnd + 1, valueEnd, head);
  }
  return ORDINARY;
}

/** Whether the octets are that name in any case: `tchar`s differ in this bit only where they are letters, or not at all. */
function isNamed(octets: Uint8Array, start: number, name: Uint8Array): boolean {
  for (let i = 0; i < name.length; i++) {
    const expected = name[i] as number;
    const octet = octets[start + i] as number;
    if (octet !== expected && (octet | LOWER_CASE_BIT) !== expected) return false;
  }
  return true;
}

function countHost(_octets: Uint8Array, _valueStart: number, _valueEnd: number, head: Head): number {
  return ++head.hosts > 1 ? HOST : ORDINARY;
}

const KEEP_ALIVE = Buffer.from('keep-alive', 'latin1');

function checkConnection(octets: Uint8Array, valueStart: number, valueEnd: number): number {
  const start = skipSpaces(octets, valueStart);
  return valueEnd - start === KEEP_ALIVE.length && isNamed(octets, start, KEEP_ALIVE) ? ORDINARY : CONNECTION;
}

function readContentLength(octets: Uint8Array, valueStart: number, valueEnd: number, head: Head): number {
  if (head.declared !== -1) return CONTENT_LENGTH;
  const start = skipSpaces(octets, valueStart);
  const digits = valueEnd - start;
  if (digits === 0 || digits > MAX_LENGTH_DIGITS || (digits > 1 && octets[start] === ZERO))
    return CONTENT_LENGTH;
  let length = 0;
  for (let i = start; i < valueEnd; i++) {
    const octet = octets[i] as number;
    if (octet < ZERO || octet > NINE) return CONTENT_LENGTH;
    length = length * 10 + (octet - ZERO);
  }
  head.declared = length;
  return ORDINARY;
}

function skipSpaces(octets: Uint8Array, start: number): number {
  let at = start;
  while (octets[at] === SP) at++;
  return at;
}
