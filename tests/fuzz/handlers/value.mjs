/**
 * The JSON form of an argument that JSON cannot express.
 *
 * @typedef {{ is: 'undefined' | 'nan' | 'infinity' | 'symbol' | 'function' }
 *   | { is: 'buffer' | 'bytes', hex: string }
 *   | { is: 'big', length: number }
 *   | { is: 'callback', label: string }
 *   | { is: 'map', entries: [string, Value][] }
 *   | { is: 'headers', entries: [string, string][] }
 *   | { is: 'error', message: string }
 *   | { is: 'bigint', digits: string }} Special
 * @typedef {null | boolean | number | string | Special | Value[] | { [name: string]: Value }} Value
 */

/**
 * The argument for a value of a program.
 *
 * @param {unknown} value
 * @param {(label: string) => (...args: unknown[]) => void} callback makes the function that a callback is
 * @returns {unknown}
 */
export function realValue(value, callback) {
  if (Array.isArray(value)) return value.map((item) => realValue(item, callback));
  if (typeof value !== 'object' || value === null) return value;
  if (!('is' in value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, realValue(item, callback)]));
  }
  const special = /** @type {Special} */ (value);
  switch (special.is) {
    case 'undefined':
      return undefined;
    case 'nan':
      return Number.NaN;
    case 'infinity':
      return Number.POSITIVE_INFINITY;
    case 'symbol':
      return Symbol('planned');
    case 'function':
      return () => {};
    case 'buffer':
      return Buffer.from(special.hex, 'hex');
    case 'bytes':
      return new Uint8Array(Buffer.from(special.hex, 'hex'));
    case 'big':
      return 'abcdefgh'.repeat(Math.ceil(special.length / 8)).slice(0, special.length);
    case 'callback':
      return callback(special.label);
    case 'map':
      return new Map(special.entries.map(([key, item]) => [key, realValue(item, callback)]));
    case 'headers':
      return new Headers(special.entries);
    case 'error':
      return new Error(special.message);
    case 'bigint':
      return BigInt(special.digits);
  }
}

/** Most characters of a string that are written out. */
const longest = 300;

/**
 * An observed value as text.
 *
 * @param {unknown} value
 * @param {ReadonlyMap<unknown, string>} [known] objects that have a name
 * @returns {string}
 */
export function describe(value, known = new Map()) {
  const name = known.get(value);
  if (name !== undefined) return name;
  if (typeof value === 'string') return shorten(JSON.stringify(value));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol' || typeof value === 'number') return String(value);
  if (typeof value === 'function') return 'function';
  if (value instanceof Error) return describeError(value);
  if (value instanceof Uint8Array) return `<${shorten(Buffer.from(value).toString('latin1'))}>`;
  if (Array.isArray(value)) return `[${value.map((item) => describe(item, known)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, item]) => `${key}: ${describe(item, known)}`);
    return `${Object.getPrototypeOf(value) === null ? 'bare ' : ''}{${fields.join(', ')}}`;
  }
  return String(value);
}

/** @param {unknown} error */
export function describeError(error) {
  if (!(error instanceof Error)) return `thrown ${String(error)}`;
  const code = 'code' in error ? ` ${error.code}` : '';
  return `${error.name}${code}: ${error.message.split('\n')[0]}`;
}

/** @param {string} text */
function shorten(text) {
  return text.length <= longest ? text : `${text.slice(0, longest)}… ${text.length} characters`;
}
