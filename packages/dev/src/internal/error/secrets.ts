/** @module Masks secrets in what a request has sent. It masks too much rather than too little: the value is in the request anyway. */

export const MASK = '[masked]';

/** Longer texts are cut. */
export const MAX_TEXT = 10_000;

/** Nested deeper, values are not shown. */
const MAX_DEPTH = 12;

/** How often a text is decoded that contains another one, such as a URL in the query of a URL. */
const MAX_DECODED = 3;

/** Parts of secret names, compared without case and separators. `author` and `authority` are public. */
const SECRET_PARTS =
  /pass(?!enger)|pwd|secret|token|auth(?!or(?!i[sz]))|cred|cookie|session|[cx]srf|signature|assertion|saml|jwt|jws|otp|cvv|cvc|hmac|bearer|private|mnemonic|creditcard|cardnumber|connectionstring|(?:^|access|backup|confirmation|device|invite|login|recovery|reset|security|sms|user|verification)codes?$|keys?$/;

/** Words that are secret alone, but not as a part of another one. */
const SECRET_WORDS = new Set(
  'card cert csc dsn hash iban key mfa nonce pan pin pins pw salt seed sid sig ssn'.split(' '),
);

/** Properties that name what another property of the same object contains. */
const NAMING = ['name', 'key', 'field', 'id', 'type', 'label', 'property', 'header', 'param', 'variable'];

const NAME_CHARACTER = '[\\w.$%[\\]+-]';

/** A name and its separator, as in queries, forms, connection strings, JSON and headers. */
const NAMED = new RegExp(`(?<!${NAME_CHARACTER})(${NAME_CHARACTER}+)[\\\\"']*\\s*([=:])\\s*`, 'g');

const QUOTED = `"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?`;
const VALUES = { '=': new RegExp(`${QUOTED}|[^\\s&#]*`, 'sy'), ':': new RegExp(`${QUOTED}|[^\\n]*`, 'sy') };

/** Whether values with this name are secrets. */
export function isSecret(name: string): boolean {
  const plain = decodeAscii(name);
  const words = plain
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  return words.some((word) => SECRET_WORDS.has(word)) || SECRET_PARTS.test(words.join(''));
}

/** Masks secrets in a text: credentials of URLs, named values, tokens and keys. */
export function maskText(text: string, depth = 0): string {
  const masked = maskNamed(cut(text))
    .replaceAll(/:\/\/[^\s"'<>]*@/g, `://${MASK}@`)
    .replaceAll(/\b(basic|bearer|digest|negotiate)\s+[\w+/=.~-]{6,}/gi, `$1 ${MASK}`)
    .replaceAll(/\beyJ[\w-]{5,}[\w.-]*/g, MASK)
    .replaceAll(/-----BEGIN.*/gs, MASK);
  return masked.replaceAll(/[^\s&#=?]*%[\da-f]{2}[^\s&#=?]*/gi, (part) => {
    const decoded = decodeAscii(part);
    if (decoded === part) return part;
    return depth === MAX_DECODED || maskText(decoded, depth + 1) !== decoded ? MASK : part;
  });
}

function cut(text: string): string {
  // The end of credentials, by which they are recognized, may be missing.
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).replace(/:\/\/\S*$/, '://')}…`;
}

function maskNamed(text: string): string {
  let masked = '';
  let end = 0;
  for (const match of text.matchAll(NAMED)) {
    const [all, name = '', separator] = match;
    // It is in a value that is masked.
    if (match.index < end || !isSecret(name)) continue;
    const value = VALUES[separator as keyof typeof VALUES];
    value.lastIndex = match.index + all.length;
    masked += text.slice(end, value.lastIndex) + MASK;
    value.exec(text);
    end = value.lastIndex;
  }
  return masked + text.slice(end);
}

/** Decodes what names and separators consist of. Never throws, unlike `decodeURIComponent`. */
function decodeAscii(text: string): string {
  return text.replaceAll(/%([0-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * A copy of a value as JSON has it, without secrets; `undefined` if it cannot be read.
 *
 * @param size - how many characters it may have; the rest is left out
 */
export function maskValue(value: unknown, size: { left: number } = { left: MAX_TEXT }): unknown {
  try {
    return copyOf(value, size, []);
  } catch {
    // Parsers may make anything, such as an object whose properties throw.
    return undefined;
  }
}

function copyOf(value: unknown, size: { left: number }, parents: readonly object[]): unknown {
  if (typeof value === 'string') {
    size.left -= Math.min(value.length, MAX_TEXT);
    return maskString(value, size, parents);
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (parents.includes(value)) return '[circular]';
  if (parents.length === MAX_DEPTH) return '…';
  const { toJSON } = value as { readonly toJSON?: unknown };
  const inside = [...parents, value];
  if (typeof toJSON === 'function') return copyOf(toJSON.call(value), size, inside);
  return Array.isArray(value) ? copyOfArray(value, size, inside) : copyOfObject(value, size, inside);
}

/** A string may contain JSON. */
function maskString(text: string, size: { left: number }, parents: readonly object[]): string {
  if (!/^\s*[[{]/.test(text) || text.length > MAX_TEXT || parents.length >= MAX_DECODED)
    return maskText(text);
  try {
    return JSON.stringify(copyOf(JSON.parse(text), size, [...parents, {}]));
  } catch {
    return maskText(text);
  }
}

function copyOfArray(
  values: readonly unknown[],
  size: { left: number },
  parents: readonly object[],
): unknown[] {
  const copy: unknown[] = [];
  for (const [index, value] of values.entries()) {
    if (!takes(size, 0, parents)) break;
    // Such as an entry of a map.
    const before = values[index - 1];
    copy.push(typeof before === 'string' && isSecret(before) ? MASK : copyOf(value, size, parents));
  }
  return copy;
}

function copyOfObject(object: object, size: { left: number }, parents: readonly object[]): object {
  const values = object as Readonly<Record<string, unknown>>;
  const isNamed = NAMING.some((key) => {
    const name = Object.hasOwn(values, key) ? values[key] : undefined;
    return typeof name === 'string' && isSecret(name.slice(0, MAX_TEXT));
  });
  const entries: [string, unknown][] = [];
  for (const name in values) {
    if (!Object.hasOwn(values, name)) continue;
    if (!takes(size, name.length, parents)) break;
    const isMasked = isSecret(name) || (isNamed && !NAMING.includes(name));
    entries.push([name, isMasked ? MASK : copyOf(values[name], size, parents)]);
  }
  return Object.fromEntries(entries);
}

/** Whether a member still fits, with its indentation. */
function takes(size: { left: number }, characters: number, parents: readonly object[]): boolean {
  size.left -= characters + 2 * parents.length + 4;
  return size.left > 0;
}
