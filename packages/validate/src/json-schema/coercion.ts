/**
 * @module Converts the strings of a URL or of headers to the types that a JSON Schema accepts.
 *
 * Hot, except for the construction. The input stays unchanged; a copy is made when the first value changes.
 *
 * The option `coerceTypes` of ajv cannot give the results of the table in docs/json-schema.md: ajv 8 converts in place, takes `0x10`,
 * `01` and ` 1 ` for numbers, rounds integers beyond 2⁵³, makes `null` of an empty string and a string of a list with one item, and
 * converts neither for `const` and `enum` nor a string that only `maxLength`, `pattern` or `format` refuses.
 */

import type { AcceptedTypes, ResolveRef, TypesContext } from './accepted-types.ts';
import { acceptedTypes, EVERY_STRING, inPlace, unite } from './accepted-types.ts';
import type { MakePattern, PatternTester } from './ajv-settings.ts';
import type { JsonSchema } from './json-schema.ts';
import { copyObject, isSchemaObject, schemaEntries, schemaList, setProperty } from './json-schema.ts';

/** A number of JSON (RFC 8259 §6): no spaces, no leading zeros, no hexadecimal numbers. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Keywords with schemas for values inside a value. */
const INNER = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'additionalItems',
];

/** Values nested more deeply stay as they are. */
const MAX_DEPTH = 64;

/** What one schema says about properties that are not in `properties`. */
interface OtherProperties {
  readonly patterns: readonly (readonly [PatternTester, JsonSchema])[];
  /** For those that match no pattern. */
  readonly additional: readonly JsonSchema[];
}

interface PropertyCoercion {
  readonly name: string;
  readonly coercion: Coercion;
}

/** Converts one value, and the values in it. */
export class Coercion {
  readonly #context: TypesContext;
  readonly #schemas: readonly JsonSchema[];
  /** `undefined` if strings stay as they are. */
  readonly #types: AcceptedTypes | undefined;
  /** `undefined` until a value has items: schemas may be recursive. */
  #items: Coercion | undefined;
  #properties: readonly PropertyCoercion[] | undefined;
  #others: readonly OtherProperties[] = [];
  /** By the patterns that a name matches. */
  readonly #additional: Map<string, Coercion> = new Map();
  #declared: ReadonlySet<string> = new Set();

  /** @param schemas - alternatives that the value may match */
  constructor(schemas: readonly JsonSchema[], context: TypesContext) {
    const { resolve } = context;
    this.#context = context;
    const types = unite(
      schemas.map((schema) => acceptedTypes(schema, context)).filter((each) => each !== undefined),
    );
    this.#types = types !== undefined && hasOtherTypes(types) ? types : undefined;
    this.#schemas = applicable(schemas, resolve);
  }

  convert(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.#convertString(value, depth);
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
    return Array.isArray(value) ? this.#convertItems(value, depth) : this.#convertProperties(value, depth);
  }

  #convertString(text: string, depth: number): unknown {
    const types = this.#types;
    if (types === undefined || types.string(text)) return text;
    if (types.number !== 'none' && NUMBER.test(text)) {
      const number = Number(text);
      if (types.number === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)) return number;
    }
    if (types.boolean && (text === 'true' || text === 'false')) return text === 'true';
    // A query with one value has a string where a query with several has a list.
    return types.array ? [this.#itemCoercion().convert(text, depth + 1)] : text;
  }

  #convertItems(list: readonly unknown[], depth: number): unknown {
    const items = this.#itemCoercion();
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      const converted = items.convert(item, depth + 1);
      if (converted === item) continue;
      copy ??= [...list];
      copy[index] = converted;
    }
    return copy ?? list;
  }

  #convertProperties(value: object, depth: number): unknown {
    this.#properties ??= this.#propertyCoercions();
    const source = value as Record<string, unknown>;
    let copy: Record<string, unknown> | undefined;
    for (let index = 0; index < this.#properties.length; index++) {
      const { name, coercion } = this.#properties[index] as PropertyCoercion;
      const before = source[name];
      if (before === undefined || !Object.hasOwn(source, name)) continue;
      const converted = coercion.convert(before, depth + 1);
      if (converted === before) continue;
      copy ??= copyObject(source);
      setProperty(copy, name, converted);
    }
    return this.#others.length === 0 ? (copy ?? value) : this.#convertAdditional(source, depth, copy);
  }

  #convertAdditional(
    source: Readonly<Record<string, unknown>>,
    depth: number,
    started: Record<string, unknown> | undefined,
  ): object {
    let copy = started;
    for (const name of Object.keys(source)) {
      if (this.#declared.has(name)) continue;
      const converted = this.#additionalCoercion(name).convert(source[name], depth + 1);
      if (converted === source[name]) continue;
      copy ??= copyObject(source);
      setProperty(copy, name, converted);
    }
    return copy ?? source;
  }

  #additionalCoercion(name: string): Coercion {
    let key = '';
    const schemas: JsonSchema[] = [];
    for (const { patterns, additional } of this.#others) {
      const matching = patterns.filter(([pattern]) => pattern.test(name));
      key += patterns.map((pattern) => (matching.includes(pattern) ? '1' : '0')).join('');
      schemas.push(...(matching.length > 0 ? matching.map(([, schema]) => schema) : additional));
    }
    const known = this.#additional.get(key);
    if (known !== undefined) return known;
    const coercion = new Coercion(schemas, this.#context);
    this.#additional.set(key, coercion);
    return coercion;
  }

  /** Whether every value stays as it is. */
  get #isIdle(): boolean {
    const keepsStrings = this.#types === undefined || this.#types.string === EVERY_STRING;
    return keepsStrings && !this.#schemas.some(hasInnerSchemas);
  }

  #itemCoercion(): Coercion {
    this.#items ??= new Coercion(this.#schemas.flatMap(itemSchemas), this.#context);
    return this.#items;
  }

  #propertyCoercions(): readonly PropertyCoercion[] {
    const schemas = new Map<string, JsonSchema[]>();
    for (const schema of this.#schemas) {
      for (const [name, property] of schemaEntries(Object(schema).properties)) {
        schemas.set(name, [...(schemas.get(name) ?? []), property]);
      }
    }
    this.#declared = new Set(schemas.keys());
    this.#others = this.#schemas
      .map((schema) => otherProperties(schema, this.#context.makePattern))
      .filter(({ patterns, additional }) => patterns.length > 0 || additional.length > 0);
    return [...schemas]
      .map(([name, list]) => ({ name, coercion: new Coercion(list, this.#context) }))
      .filter(({ coercion }) => !coercion.#isIdle);
  }
}

/** Whether a string may stand for another type. */
function hasOtherTypes({ number, boolean, array }: AcceptedTypes): boolean {
  return number !== 'none' || boolean || array;
}

/** All schemas that may apply to a value: these, what they refer to, and their alternatives. */
function applicable(schemas: readonly JsonSchema[], resolve: ResolveRef): readonly JsonSchema[] {
  const found = new Set<JsonSchema>();
  const add = (schema: JsonSchema): void => {
    if (!isSchemaObject(schema) || found.has(schema)) return;
    found.add(schema);
    inPlace(schema, resolve).forEach(add);
    const { anyOf, oneOf, if: condition, then: consequence, else: alternative } = schema;
    for (const branch of [...schemaList(anyOf), ...schemaList(oneOf)]) add(branch);
    for (const branch of [condition, consequence, alternative]) if (isSchemaObject(branch)) add(branch);
  };
  schemas.forEach(add);
  return [...found];
}

/** Positions of tuples are not told apart: an item is converted if one of their schemas accepts the result. */
function itemSchemas(schema: JsonSchema): readonly JsonSchema[] {
  const { items, prefixItems, additionalItems } = Object(schema);
  return [items, additionalItems, ...schemaList(prefixItems), ...schemaList(items)].filter(isSchemaObject);
}

/** Whether a schema may convert values in a list or an object. */
function hasInnerSchemas(schema: JsonSchema): boolean {
  return INNER.some((keyword) => keyword in Object(schema));
}

function otherProperties(schema: JsonSchema, makePattern: MakePattern): OtherProperties {
  const { additionalProperties, patternProperties, unevaluatedProperties } = Object(schema);
  return {
    patterns: schemaEntries(patternProperties).map(([pattern, each]) => [makePattern(pattern, 'u'), each]),
    additional: [additionalProperties, unevaluatedProperties].filter(isSchemaObject),
  };
}
