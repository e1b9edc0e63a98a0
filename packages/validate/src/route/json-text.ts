/** @module Hot: the JSON texts of values without a schema. */

/** Strings up to this length are searched without a call of `JSON.stringify`. */
const SHORT = 40;

export function quote(text: string): string {
  if (text.length > SHORT) return JSON.stringify(text);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x22 || code === 0x5c || (code & 0xf800) === 0xd800)
      return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** The text of a value; `undefined` for one that JSON leaves out. A bigint has to be a safe integer. */
export function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Apart, because a function for each value makes `JSON.stringify` slow.
    return JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? safeNumber(each) : each));
  }
}

/** The text of a value in an object or a list, whose `toJSON` gets the name. */
export function stringifyProperty(name: string, value: unknown): string | undefined {
  const text = stringify({ [name]: value });
  return text === '{}' ? undefined : text?.slice(JSON.stringify(name).length + 2, -1);
}

/** The value that a client reads. */
export function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? Number(each) : each));
  return JSON.parse(text ?? 'null');
}

function safeNumber(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`the bigint ${value} is not a safe integer`);
}

/** Whether a value is as a client reads it. */
export function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null;
  if ('toJSON' in value) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}

/** The local day or time of a valid date. */
export function localPart(date: Date, format: 'date' | 'time'): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return format === 'date' ? local.slice(0, 10) : local.slice(11, 19);
}
