/** @module Hot: writes a value as JSON, with only the properties that a schema declares. */

import { forgetValidation } from '../json-schema/linear-time.ts';
import { type Outline, Outlines, type Property } from '../json-schema/outline.ts';
import type { Shape } from '../json-schema/shape.ts';

/** The schema does not declare what may be sent of this value. */
export class ShapeMismatch extends Error {}

/**
 * Writes values of one schema. A value that matches the schema is written as `JSON.stringify` would, without undeclared
 * properties. Of any other value, only what the schema declares is written.
 */
export class JsonWriter {
  readonly #root: Outline;
  /** Whether the value is known to equal its parsed JSON. */
  #isPlain = false;

  constructor(shape: Shape) {
    this.#root = new Outlines().of([shape], 'always');
  }

  /**
   * Returns the JSON string; `undefined` if JSON omits the value.
   *
   * @throws {ShapeMismatch} for an object or an array where the schema does not allow it, or if a required property is missing
   */
  write(value: unknown): string | undefined {
    try {
      return this.#write(value, this.#root, '');
    } finally {
      forgetValidation();
    }
  }

  #write(value: unknown, outline: Outline, name: string): string | undefined {
    if (outline.isNever && value !== undefined) throw new ShapeMismatch();
    switch (typeof value) {
      case 'string':
        return quote(value);
      case 'number':
        return Number.isFinite(value) ? String(value) : 'null';
      case 'boolean':
        return value ? 'true' : 'false';
      case 'bigint':
        // Alternatives are chosen by the number that a client parses.
        if (outline.scope === 'every' || 'toJSON' in BigInt.prototype) return stringify(value);
        return String(value);
      case 'object':
        if (value !== null) return this.#writeObject(value, outline, name);
        if (!outline.allowsNull) throw new ShapeMismatch();
        return 'null';
      default:
        return undefined;
    }
  }

  #writeObject(value: object, outline: Outline, name: string): string | undefined {
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON !== 'function')
      return outline.isAny ? stringify(value) : this.#writeContent(value, outline);
    if (outline.isAny) return stringifyProperty(name, value);
    if (value instanceof Date && outline.dateFormat !== undefined && !Number.isNaN(value.getTime())) {
      return quote(localPart(value, outline.dateFormat));
    }
    const converted: unknown = toJSON.call(value, name);
    if (typeof converted !== 'object' || converted === null) return this.#write(converted, outline, name);
    return this.#writeContent(converted, outline);
  }

  #writeContent(value: object, outline: Outline): string {
    if (!outline.isComplete) return this.#writeAlternative(value, outline);
    if (outline.isNever) throw new ShapeMismatch();
    if (Array.isArray(value)) {
      if (!outline.allowsArray) throw new ShapeMismatch();
      return this.#writeItems(value, outline);
    }
    return outline.allowsObject ? this.#writeProperties(value, outline) : writeScalar(value);
  }

  #writeItems(items: readonly unknown[], outline: Outline): string {
    let text = '';
    for (let index = 0; index < items.length; index++) {
      const written = this.#write(items[index], outline.item(index), String(index)) ?? 'null';
      text += index === 0 ? written : `,${written}`;
    }
    return `[${text}]`;
  }

  #writeProperties(value: object, outline: Outline): string {
    const source = value as Readonly<Record<string, unknown>>;
    let text = '';
    for (let index = 0; index < outline.properties.length; index++) {
      const property = outline.properties[index] as Property;
      const { name, fallback } = property;
      const content = property.isInherited && !Object.hasOwn(source, name) ? undefined : source[name];
      if (content === undefined && fallback !== undefined) fallback.text ??= stringify(fallback.value);
      const written =
        content === undefined ? fallback?.text : this.#write(content, outline.declared(property), name);
      if (written !== undefined) text += `${text === '' ? '' : ','}${property.label}${written}`;
      else if (property.isRequired) throw new ShapeMismatch();
    }
    if (outline.isOpen) text = this.#writeOthers(source, outline, text);
    return `{${text}}`;
  }

  #writeOthers(source: Readonly<Record<string, unknown>>, outline: Outline, start: string): string {
    let text = start;
    for (const name of Object.keys(source)) {
      if (outline.has(name)) continue;
      const inside = outline.property(name);
      const written = inside && this.#write(source[name], inside, name);
      if (written !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written}`;
    }
    return text;
  }

  /** Writes a value that requires choosing alternatives. Schemas describe values as a client parses them. */
  #writeAlternative(value: object, outline: Outline): string {
    const wasPlain = this.#isPlain;
    let plain = value;
    if (!wasPlain && !isPlain(value)) {
      plain = JSON.parse(this.#writeContent(value, outline.unchecked()));
    }
    this.#isPlain = true;
    try {
      return this.#writeContent(plain, outline.found(plain));
    } finally {
      this.#isPlain = wasPlain;
    }
  }
}

/** Writes objects that wrap scalars, such as `new String('a')`. */
function writeScalar(value: object): string {
  const text = stringify(value) ?? '{}';
  if (text.startsWith('{') || text.startsWith('[')) throw new ShapeMismatch();
  return text;
}

/** Strings up to this length are scanned for escapes instead of calling `JSON.stringify`. */
const SHORT = 40;

function quote(text: string): string {
  if (text.length > SHORT) return JSON.stringify(text);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x22 || code === 0x5c || (code & 0xf800) === 0xd800)
      return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** Returns the JSON of a value, or `undefined` if JSON omits it. A bigint must be a safe integer. */
export function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Only on failure: a replacer makes `JSON.stringify` slow.
    return JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? safeNumber(each) : each));
  }
}

/** The JSON of a nested value, whose `toJSON` receives the property name. */
function stringifyProperty(name: string, value: unknown): string | undefined {
  const text = stringify({ [name]: value });
  return text === '{}' ? undefined : text?.slice(JSON.stringify(name).length + 2, -1);
}

/** The value that a client parses. */
export function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? Number(each) : each));
  return JSON.parse(text ?? 'null');
}

function safeNumber(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`the bigint ${value} is not a safe integer`);
}

/** Whether a value equals its parsed JSON. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null;
  if ('toJSON' in value) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}

/** The local date or time of a valid date. */
function localPart(date: Date, format: 'date' | 'time'): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return format === 'date' ? local.slice(0, 10) : local.slice(11, 19);
}
