/**
 * @module Converts the texts of a URL, of headers or of a form to the types that a JSON Schema accepts.
 *
 * Hot, except for the construction. The input stays unchanged; a copy is made when the first value changes.
 *
 * The option `coerceTypes` of ajv cannot give the results of the table in docs/json-schema.md: ajv 8 converts in place, takes `0x10`,
 * `01` and ` 1 ` for numbers, rounds integers beyond 2⁵³, makes `null` of an empty string and a string of a list with one item, and
 * converts neither for `const` and `enum` nor a string that only `maxLength`, `pattern` or `format` refuses.
 */

import type { AcceptedTypes, ResolveRef, TypesContext } from './accepted-types.ts';
import { acceptedTypes, EVERY_STRING, inPlace, NO_STRING, unite } from './accepted-types.ts';
import type { MakePattern, PatternTester } from './ajv-settings.ts';
import { gatherObjects } from './gather-objects.ts';
import type { JsonSchema } from './json-schema.ts';
import { copyObject, isSchemaObject, schemaEntries, schemaList, setProperty } from './json-schema.ts';

/** A number of JSON (RFC 8259 §6): no spaces, no leading zeros, no hexadecimal numbers. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A date with its time (RFC 3339 §5.6), also of the years for which `toISOString` needs six digits. */
const DATE = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** How values arrive: typed in JSON; as texts with names that may repeat in a query or a form; as one text in params and headers. */
export type Encoding = 'json' | 'form' | 'query' | 'params' | 'headers';

/** What a conversion depends on. */
export interface CoercionContext extends TypesContext {
  readonly encoding: Encoding;
}

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

/** What an object that is not sent adds to the depth: one that requires several of its own kind would double with each level. */
const ABSENT_DEPTH = 16;

/** What one schema says about properties that are not in `properties`. */
interface OtherProperties {
  readonly patterns: readonly (readonly [PatternTester, JsonSchema])[];
  /** For those that match no pattern. */
  readonly additional: readonly JsonSchema[];
}

interface PropertyCoercion {
  readonly name: string;
  readonly coercion: Coercion;
  /** Whether every object must have it. */
  readonly isRequired: boolean;
}

/** By the first of their alternatives. */
type Family = Map<JsonSchema | undefined, Coercion[]>;

/** Converts one value, and the values in it. */
export class Coercion {
  readonly #context: CoercionContext;
  readonly #family: Family;
  readonly #alternatives: readonly JsonSchema[];
  readonly #schemas: readonly JsonSchema[];
  readonly #required: ReadonlySet<string>;
  /** `undefined` if strings stay as they are. */
  readonly #types: AcceptedTypes | undefined;
  /** By index, the last one for all further items. Filled when a value has items: schemas may be recursive. */
  readonly #items: Coercion[] = [];
  readonly #tupleLength: number;
  #properties: readonly PropertyCoercion[] | undefined;
  #others: readonly OtherProperties[] = [];
  /** By the patterns that a name matches. */
  readonly #additional: Map<string, Coercion> = new Map();
  #declared: ReadonlySet<string> = new Set();
  /** The properties that may be objects. */
  #objects: ReadonlySet<string> = new Set();

  /** @param schemas - alternatives that the value may match */
  constructor(schemas: readonly JsonSchema[], context: CoercionContext, family: Family = new Map()) {
    const { resolve } = context;
    this.#context = context;
    this.#family = family;
    this.#alternatives = schemas;
    const types = unite(
      schemas.map((schema) => acceptedTypes(schema, context)).filter((each) => each !== undefined),
    );
    this.#types = types !== undefined && hasOtherTypes(types) ? types : undefined;
    this.#schemas = applicable(schemas, resolve);
    this.#tupleLength = Math.max(0, ...this.#schemas.map((schema) => tupleOf(schema).length));
    this.#required = schemas.length === 1 ? requiredNames(schemas, resolve) : new Set();
  }

  convert(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.#convertString(value, depth);
    if (typeof value === 'number') return this.#convertNumber(value);
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) return this.#convertItems(value, depth);
    if (value instanceof Blob) return this.#isList && !this.#accepts('file') ? [value] : value;
    return this.#convertProperties(value, depth);
  }

  #convertString(text: string, depth: number): unknown {
    const types = this.#types;
    if (types === undefined || types.string(text)) return text;
    if (this.#accepts('date') && isDate(text)) return new Date(text);
    if (this.#accepts('bigint') && /^-?\d{1,1000}$/.test(text)) return BigInt(text);
    const { encoding } = this.#context;
    if (encoding === 'json') return text;
    if (types.number !== 'none' && NUMBER.test(text)) {
      const number = Number(text);
      if (types.number === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)) return number;
    }
    if (this.#accepts('boolean') && (text === 'true' || text === 'false')) return text === 'true';
    if (!this.#isList || depth > MAX_DEPTH) return text;
    return this.#convertItems(itemsOf(text, depth === 1 ? encoding : 'form'), depth);
  }

  /** JSON has no other numbers, so a bigint arrives as one. */
  #convertNumber(value: number): unknown {
    const isBigInt = this.#types?.number === 'none' && this.#accepts('bigint') && Number.isSafeInteger(value);
    return isBigInt ? BigInt(value) : value;
  }

  #accepts(kind: AcceptedTypes['kinds'][number]): boolean {
    return this.#types?.kinds.includes(kind) === true;
  }

  /** Whether one value stands for a list of one: a name that is sent once has no list. */
  get #isList(): boolean {
    return this.#context.encoding !== 'json' && this.#accepts('array');
  }

  /** What a name stands for that is not sent: a query and a form cannot tell an empty list, or object, from none. */
  get #absent(): unknown {
    const { encoding } = this.#context;
    if (this.#types?.string !== NO_STRING || ['json', 'params'].includes(encoding)) return undefined;
    if (this.#isList) return this.#accepts('file') ? undefined : [];
    return this.#accepts('object') && encoding === 'query' ? {} : undefined;
  }

  #convertItems(list: readonly unknown[], depth: number): unknown {
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      const converted = this.#itemCoercion(index).convert(item, depth + 1);
      if (converted === item) continue;
      copy ??= [...list];
      copy[index] = converted;
    }
    return copy ?? list;
  }

  #convertProperties(value: object, depth: number): unknown {
    this.#properties ??= this.#propertyCoercions();
    const isQuery = depth === 0 && this.#context.encoding === 'query';
    const source = (isQuery ? gatherObjects(value, this.#objects) : value) as Record<string, unknown>;
    let copy = source === value ? undefined : source;
    for (let index = 0; index < this.#properties.length; index++) {
      const { name, coercion, isRequired } = this.#properties[index] as PropertyCoercion;
      const isPresent = Object.hasOwn(source, name) && source[name] !== undefined;
      if (!isPresent && !isRequired) continue;
      const before = isPresent ? source[name] : coercion.#absent;
      if (before === undefined) continue;
      const converted = coercion.convert(before, depth + (isPresent ? 1 : ABSENT_DEPTH));
      if (converted === source[name]) continue;
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
    const coercion = this.#inner(schemas);
    this.#additional.set(key, coercion);
    return coercion;
  }

  /** Whether every value stays as it is. */
  get #isIdle(): boolean {
    const keepsStrings = this.#types === undefined || this.#types.string === EVERY_STRING;
    return keepsStrings && !this.#schemas.some(hasInnerSchemas);
  }

  #itemCoercion(index: number): Coercion {
    const at = Math.min(index, this.#tupleLength);
    this.#items[at] ??= this.#inner(this.#schemas.flatMap((schema) => itemSchemas(schema, at)));
    return this.#items[at];
  }

  /** The one for values inside. Schemas may be recursive, and clients choose the paths in a value: equal alternatives share it. */
  #inner(schemas: readonly JsonSchema[]): Coercion {
    const alternatives = [...new Set(schemas)];
    const [first] = alternatives;
    const relatives = this.#family.get(first) ?? [];
    const known = relatives.find(
      (each) =>
        each.#alternatives.length === alternatives.length &&
        each.#alternatives.every((schema, index) => schema === alternatives[index]),
    );
    if (known !== undefined) return known;
    const coercion = new Coercion(alternatives, this.#context, this.#family);
    this.#family.set(first, [...relatives, coercion]);
    return coercion;
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
    const properties = [...schemas].map(([name, list]) => ({
      name,
      coercion: this.#inner(list),
      isRequired: this.#required.has(name),
    }));
    this.#objects = new Set(
      properties.filter(({ coercion }) => coercion.#accepts('object')).map(({ name }) => name),
    );
    return properties.filter(({ coercion }) => !coercion.#isIdle);
  }
}

/** Whether a text is a date of the calendar. `Date` takes the 31st of February for the 2nd of March. */
function isDate(text: string): boolean {
  if (!DATE.test(text) || Number.isNaN(Date.parse(text))) return false;
  const [day = ''] = text.split(/T/i);
  return new Date(day).toJSON()?.startsWith(day) === true;
}

/** The items of a list that arrives as one text. In a query and a form, its name would be repeated for others. */
function itemsOf(text: string, encoding: Encoding): readonly string[] {
  if (encoding === 'params') return text.split(',');
  return encoding === 'headers' ? text.split(',').map((item) => item.trim()) : [text];
}

/** Whether a string may stand for another type. */
function hasOtherTypes({ number, kinds }: AcceptedTypes): boolean {
  return number !== 'none' || kinds.length > 0;
}

/** The properties that schemas require, with those that always apply to the same value. */
function requiredNames(
  schemas: readonly JsonSchema[],
  resolve: ResolveRef,
  found: Set<JsonSchema> = new Set(),
): ReadonlySet<string> {
  const names = schemas.flatMap((schema) => {
    if (found.has(schema)) return [];
    found.add(schema);
    const { required } = Object(schema);
    return [
      ...(Array.isArray(required) ? required : []),
      ...requiredNames(inPlace(schema, resolve), resolve, found),
    ];
  });
  return new Set(names);
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

/** The schemas of the first items: `prefixItems`, or a list in the `items` of draft 7. */
function tupleOf(schema: JsonSchema): readonly JsonSchema[] {
  const { items, prefixItems } = Object(schema);
  return schemaList(Array.isArray(items) ? items : prefixItems);
}

function itemSchemas(schema: JsonSchema, index: number): readonly JsonSchema[] {
  const { items, additionalItems } = Object(schema);
  const tuple = tupleOf(schema);
  const item = index < tuple.length ? tuple[index] : Array.isArray(items) ? additionalItems : items;
  return isSchemaObject(item) ? [item] : [];
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
