/**
 * @module Hot: converts strings from a URL, headers or a form to the types that a JSON Schema accepts, in a copy.
 *
 * ajv's `coerceTypes` does not follow the table in docs/json-schema.md: ajv 8 converts in place, accepts `0x10`, `01` and ` 1 `
 * as numbers, rounds integers beyond 2⁵³, and turns an empty string into `null` and a one-item array into a string. It converts
 * neither for `const` and `enum` nor when only `maxLength`, `pattern` or `format` rejects the string.
 */

import type { Encoding } from '../options.ts';
import { copyObject, mapItems, mapProperties, REMOVED, setProperty } from './changed-copy.ts';
import { isSchemaObject } from './json-schema.ts';
import { type Outline, Outlines } from './outline.ts';
import { acceptsString, type Shape } from './shape.ts';

/** A JSON number (RFC 8259 §6): no spaces, leading zeros or hexadecimal. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A date with a time (RFC 3339 §5.6), including years for which `toISOString` prints six digits. */
const DATE = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Values nested deeper than this stay as they are. */
const MAX_DEPTH = 64;

/** Depth added by a missing value. A schema that requires two objects of its own kind would otherwise double them on each level. */
const ABSENT_DEPTH = 16;

/** Converts the values of one schema. */
export class Coercion {
  readonly #root: Outline;
  readonly #encoding: Encoding;
  /** Query properties that may be objects. */
  #objects: ReadonlySet<string> | undefined;

  constructor(shape: Shape, encoding: Encoding) {
    this.#root = new Outlines().of([shape], 'texts');
    this.#encoding = encoding;
  }

  convert(value: unknown): unknown {
    const query = this.#encoding === 'query' && isSchemaObject(value) ? this.#gather(value) : value;
    return this.#convert(query, this.#root, 0);
  }

  #gather(query: object): object {
    this.#objects ??= new Set(
      this.#root.properties
        .filter((property) => this.#root.declared(property).accepts('object'))
        .map(({ name }) => name),
    );
    return gatherObjects(query, this.#objects);
  }

  #convert(value: unknown, outline: Outline, depth: number): unknown {
    if (typeof value === 'string') return this.#convertText(value, outline, depth);
    if (typeof value === 'number') return convertNumber(value, outline);
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
    if (value instanceof Blob) return this.#isList(outline) && !outline.accepts('file') ? [value] : value;
    if (outline.isAny) return value;
    return Array.isArray(value)
      ? this.#convertItems(value, outline, depth)
      : this.#convertProperties(value, outline, depth);
  }

  #convertText(text: string, outline: Outline, depth: number): unknown {
    const { types } = outline;
    if (types === undefined || acceptsString(types, text)) return text;
    if (outline.accepts('date') && isDate(text)) return new Date(text);
    if (outline.accepts('bigint') && /^-?\d{1,1000}$/.test(text)) return BigInt(text);
    if (this.#encoding === 'json') return text;
    if (outline.accepts('integer') && NUMBER.test(text)) {
      const number = Number(text);
      if (outline.accepts('number') ? Number.isFinite(number) : Number.isSafeInteger(number)) return number;
    }
    if (outline.accepts('boolean') && (text === 'true' || text === 'false')) return text === 'true';
    if (!this.#isList(outline) || depth > MAX_DEPTH) return text;
    return this.#convertItems(itemsOf(text, depth === 1 ? this.#encoding : 'form'), outline, depth);
  }

  /** Whether a single value becomes an array of one: a name that was sent once does not arrive as an array. */
  #isList(outline: Outline): boolean {
    return this.#encoding !== 'json' && outline.accepts('array');
  }

  /** The value for a name that was not sent: queries and forms cannot express an empty array or object. */
  #absent(outline: Outline): unknown {
    if (outline.accepts('string') || ['json', 'params'].includes(this.#encoding)) return undefined;
    if (this.#isList(outline)) return outline.accepts('file') ? undefined : [];
    return outline.accepts('object') && this.#encoding === 'query' ? {} : undefined;
  }

  #convertItems(list: readonly unknown[], outline: Outline, depth: number): unknown {
    return mapItems(list, (item, index) => this.#convert(item, outline.item(index), depth + 1));
  }

  #convertProperties(object: object, outline: Outline, depth: number): object {
    const source = object as Readonly<Record<string, unknown>>;
    let copy: Record<string, unknown> | undefined;
    for (const property of outline.properties) {
      const { name } = property;
      const inside = outline.declared(property);
      const sent = Object.hasOwn(source, name) ? source[name] : undefined;
      const value = sent === undefined && outline.required.includes(name) ? this.#absent(inside) : sent;
      if (value === undefined) continue;
      const converted = this.#convert(value, inside, depth + (sent === undefined ? ABSENT_DEPTH : 1));
      if (converted === sent) continue;
      copy ??= copyObject(source);
      setProperty(copy, name, converted);
    }
    return outline.hasOthers ? this.#convertOthers(copy ?? object, outline, depth) : (copy ?? object);
  }

  #convertOthers(object: object, outline: Outline, depth: number): object {
    return mapProperties(object, (name, value) => {
      const inside = outline.has(name) ? undefined : outline.property(name);
      return inside === undefined ? value : this.#convert(value, inside, depth + 1);
    });
  }
}

/** JSON has only one number type, so a bigint arrives as a number. */
function convertNumber(value: number, outline: Outline): unknown {
  const isBigInt = outline.accepts('bigint') && !outline.accepts('integer');
  return isBigInt && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Whether a string is a calendar date. `Date` turns February 31 into March 2. */
function isDate(text: string): boolean {
  if (!DATE.test(text) || Number.isNaN(Date.parse(text))) return false;
  const [day = ''] = text.split(/T/i);
  return new Date(day).toJSON()?.startsWith(day) === true;
}

/** Splits an array that was sent as one string. In a query or a form, further items would repeat the name. */
function itemsOf(text: string, encoding: Encoding): readonly string[] {
  if (encoding === 'params') return text.split(',');
  return encoding === 'headers' ? text.split(',').map((item) => item.trim()) : [text];
}

/** Names with more nested keys than this stay as they are. */
const MAX_KEYS = 32;

const KEYS = /^(?:\[[^[\]]*\])+$/;

/**
 * Collects object members from a query whose parser keeps brackets in names: `filter[from]=a&filter[to]=b`, OpenAPI's `style:
 * deepObject`.
 *
 * @param names - the names of objects; brackets in other names have no meaning
 * @returns the query, or a copy
 */
export function gatherObjects(query: object, names: ReadonlySet<string>): object {
  if (names.size === 0) return query;
  const gathered: Record<string, unknown> = {};
  const others = mapProperties(query, (name, value) => {
    const end = name.indexOf('[');
    const root = name.slice(0, end);
    if (end < 1 || !names.has(root) || Object.hasOwn(query, root) || !KEYS.test(name.slice(end)))
      return value;
    const path = [root, ...name.slice(end + 1, -1).split('][')];
    return path.length <= MAX_KEYS && setInside(gathered, path, value) ? REMOVED : value;
  });
  if (others === query) return query;
  const copy = copyObject(others);
  for (const name of Object.keys(gathered)) setProperty(copy, name, gathered[name]);
  return copy;
}

/** Sets a nested member; returns `false` if its place is taken. */
function setInside(object: Record<string, unknown>, path: readonly string[], value: unknown): boolean {
  const [name = '', ...rest] = path;
  const known = Object.hasOwn(object, name) ? object[name] : undefined;
  if (rest.length === 0) {
    if (known === undefined) setProperty(object, name, value);
    return known === undefined;
  }
  if (known !== undefined && !isSchemaObject(known)) return false;
  const inside = known ?? {};
  if (!setInside(inside as Record<string, unknown>, rest, value)) return false;
  if (known === undefined) setProperty(object, name, inside);
  return true;
}
