/** @module Hot: writes a value as JSON, with the properties that a schema declares. */

import type { Shape } from '../json-schema/declared-shape.ts';
import { childrenOf, itemShapes } from '../json-schema/shape-pass.ts';
import { forgetItems } from '../json-schema/unique-items.ts';
import { forgetOutcomes } from '../json-schema/validate-once.ts';
import { Place, type Scope } from './json-place.ts';
import { isPlain, localPart, quote, stringify, stringifyProperty } from './json-text.ts';

/** Places that are kept. Each set of alternatives has its own, and clients may choose among millions of sets. */
const MAX_PLACES = 1_000;

/** A value of which the schema does not say what may be sent. */
export class ShapeMismatch extends Error {}

/**
 * Writes values of one schema. A value that the schema allows is written as `JSON.stringify` does, without undeclared properties.
 * Of any other value nothing is written that the schema does not declare.
 */
export class JsonWriter {
  readonly #root: Place;
  readonly #places: Map<string, Place> = new Map();
  readonly #ids: Map<Shape, number> = new Map();
  /** Whether the value that is written is known to be as a client reads it. */
  #isPlain = false;

  constructor(shape: Shape) {
    this.#root = this.#placeOf([shape], 'always');
  }

  /**
   * Returns the text; `undefined` for a value that JSON does not have.
   *
   * @throws {ShapeMismatch} for an object or a list where the schema does not allow it, and without a required property
   */
  write(value: unknown): string | undefined {
    try {
      return this.#write(value, this.#root, '');
    } finally {
      forgetOutcomes();
      forgetItems();
    }
  }

  #write(value: unknown, place: Place, name: string): string | undefined {
    if (place.isNever && value !== undefined) throw new ShapeMismatch();
    switch (typeof value) {
      case 'string':
        return quote(value);
      case 'number':
        return Number.isFinite(value) ? String(value) : 'null';
      case 'boolean':
        return value ? 'true' : 'false';
      case 'bigint':
        // Alternatives are told apart by the number that a client reads.
        if (place.scope === 'every' || 'toJSON' in BigInt.prototype) return stringify(value);
        return String(value);
      case 'object':
        if (value !== null) return this.#writeObject(value, place, name);
        if (!place.allowsNull) throw new ShapeMismatch();
        return 'null';
      default:
        return undefined;
    }
  }

  #writeObject(value: object, place: Place, name: string): string | undefined {
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON !== 'function')
      return place.isAny ? stringify(value) : this.#writeContent(value, place);
    if (place.isAny) return stringifyProperty(name, value);
    if (value instanceof Date && place.dateFormat !== undefined && !Number.isNaN(value.getTime())) {
      return quote(localPart(value, place.dateFormat));
    }
    const converted: unknown = toJSON.call(value, name);
    if (typeof converted !== 'object' || converted === null) return this.#write(converted, place, name);
    return this.#writeContent(converted, place);
  }

  #writeContent(value: object, place: Place): string {
    if (!place.isComplete) return this.#writeAlternative(value, place);
    if (place.isNever) throw new ShapeMismatch();
    if (Array.isArray(value)) {
      if (!place.allowsArray) throw new ShapeMismatch();
      return this.#writeItems(value, place);
    }
    return place.allowsObject ? this.#writeProperties(value, place) : writeScalar(value);
  }

  #writeItems(items: readonly unknown[], place: Place): string {
    let text = '';
    for (let index = 0; index < items.length; index++) {
      const at = Math.min(index, place.lastIndex);
      place.items[at] ??= this.#placeOf(itemShapes(at, place.shapes), innerScope(place));
      text += `${index === 0 ? '' : ','}${this.#write(items[index], place.items[at], String(index)) ?? 'null'}`;
    }
    return `[${text}]`;
  }

  #writeProperties(value: object, place: Place): string {
    const source = value as Readonly<Record<string, unknown>>;
    let text = '';
    for (let index = 0; index < place.properties.length; index++) {
      const property = place.properties[index] as Place['properties'][number];
      const { name } = property;
      const content = property.isInherited && !Object.hasOwn(source, name) ? undefined : source[name];
      property.place ??= this.#placeOf(property.shapes, innerScope(place));
      const written = content === undefined ? property.fallback : this.#write(content, property.place, name);
      if (written !== undefined) text += `${text === '' ? '' : ','}${property.label}${written}`;
      else if (property.isRequired) throw new ShapeMismatch();
    }
    if (place.isOpen) text = this.#writeOthers(source, place, text);
    return `{${text}}`;
  }

  #writeOthers(source: Readonly<Record<string, unknown>>, place: Place, start: string): string {
    let text = start;
    for (const name of Object.keys(source)) {
      if (place.names.has(name)) continue;
      const shapes = childrenOf(name, place.shapes);
      if (shapes.length === 0 && place.isClosed) continue;
      const written = this.#write(source[name], this.#placeOf(shapes, innerScope(place)), name);
      if (written !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written}`;
    }
    return text;
  }

  /** Writes a value for which the alternatives that apply have to be found. Schemas are about values as a client reads them. */
  #writeAlternative(value: object, place: Place): string {
    const wasPlain = this.#isPlain;
    let plain = value;
    if (!wasPlain && !isPlain(value)) {
      plain = JSON.parse(this.#writeContent(value, this.#placeOf(place.shapes, 'every')));
    }
    this.#isPlain = true;
    try {
      const found = new Set<Shape>();
      for (const shape of place.shapes) shape.collect(plain, found);
      return this.#writeContent(plain, this.#placeOf([...found], 'found'));
    } finally {
      this.#isPlain = wasPlain;
    }
  }

  #placeOf(shapes: readonly Shape[], scope: Scope): Place {
    const key = `${scope}:${shapes.map((shape) => this.#idOf(shape)).join()}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = new Place(shapes, scope);
    if (this.#places.size < MAX_PLACES) this.#places.set(key, place);
    return place;
  }

  #idOf(shape: Shape): number {
    const known = this.#ids.get(shape);
    if (known !== undefined) return known;
    this.#ids.set(shape, this.#ids.size);
    return this.#ids.size - 1;
  }
}

/** Where nothing is checked, nothing inside is checked either. */
function innerScope({ scope }: Place): Scope {
  return scope === 'every' ? 'every' : 'always';
}

/** Writes objects that stand for scalars, such as `new String('a')`. */
function writeScalar(value: object): string {
  const text = stringify(value) ?? '{}';
  if (text.startsWith('{') || text.startsWith('[')) throw new ShapeMismatch();
  return text;
}
