/**
 * @module Which properties a JSON Schema declares for a value that it accepts, for the options `strip` and `reject` and for
 * `default`. The alternatives of `anyOf`, `oneOf` and `if` count only where they accept the value.
 */

import type { MakePattern, PatternTester } from './ajv-settings.ts';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';
import { baseOf, isSchema, isSchemaObject, partUri, schemaEntries, schemaList } from './json-schema.ts';

/** A schema in another one. */
export interface SchemaPlace {
  readonly schema: JsonSchema;
  /** The URI by which ajv finds it, with a pointer from the outermost schema. */
  readonly uri: string;
  /** What its references are relative to. */
  readonly base: string;
}

/** What a shape needs to know about other schemas. */
export interface SchemaLookup {
  /** Finds the schema that a `$ref` or a `$dynamicRef` stands for. */
  resolve(ref: string, from: SchemaPlace, isDynamic: boolean): SchemaPlace | undefined;
  /** Returns a function that tells whether a value matches a part of the schema. */
  test(place: SchemaPlace): ((value: unknown) => boolean) | undefined;
}

/** A schema that counts only for some values. */
interface Condition {
  readonly applies: (value: unknown) => boolean;
  readonly shape: Shape;
}

/** The properties and items that one schema declares. Schemas for the same value have a shape each. */
export class Shape {
  readonly properties: Map<string, Shape> = new Map();
  readonly patterns: [PatternTester, Shape][] = [];
  readonly defaults: [string, unknown][] = [];
  readonly prefixItems: Shape[] = [];
  required: readonly string[] = [];
  /** Whether properties that are not declared are unknown. Otherwise the object is a map, whose names are data. */
  isClosed = false;
  /** Whether `additionalProperties` or `unevaluatedProperties` is `false`. */
  refusesAdditional = false;
  refusesUnevaluated = false;
  /** `undefined` if the schema says nothing about other properties, or allows none. */
  additional: Shape | undefined;
  unevaluated: Shape | undefined;
  items: Shape | undefined;
  unevaluatedItems: Shape | undefined;
  allowsObject = true;
  allowsArray = true;
  allowsNull = true;
  /** Whether the schema is `false`. */
  isNever = false;
  /** The `format` of a string. */
  format: unknown;
  readonly #always: Shape[] = [];
  readonly #conditions: Condition[] = [];
  /** Lists of which at least one schema applies to a valid value. */
  readonly #alternatives: Condition[][] = [];

  /** Adds the shapes that count for a value: this one, and those of the schemas that apply to the same value. */
  collect(value: unknown, into: Set<Shape>): void {
    if (into.has(this)) return;
    into.add(this);
    for (const shape of this.#always) shape.collect(value, into);
    for (const { applies, shape } of this.#conditions) if (applies(value)) shape.collect(value, into);
    for (const alternatives of this.#alternatives) {
      const applicable = alternatives.filter(({ applies }) => applies(value));
      for (const { shape } of applicable) shape.collect(value, into);
      if (applicable.length === 0) into.add(NEVER);
    }
  }

  /** Adds the shapes that count for every value; returns whether these are all. */
  collectAlways(into: Set<Shape>): boolean {
    if (into.has(this)) return true;
    into.add(this);
    let isComplete = !this.#hasConditions;
    for (const shape of this.#always) isComplete = shape.collectAlways(into) && isComplete;
    return isComplete;
  }

  /** Adds the shapes that count for some value. */
  collectEvery(into: Set<Shape>): void {
    if (into.has(this)) return;
    into.add(this);
    for (const shape of this.#always) shape.collectEvery(into);
    for (const { shape } of [...this.#conditions, ...this.#alternatives.flat()]) shape.collectEvery(into);
  }

  get #hasConditions(): boolean {
    return this.#conditions.length > 0 || this.#alternatives.length > 0;
  }

  /** Whether the schema has a property, or a pattern for its name. */
  declares(name: string): boolean {
    return this.properties.has(name) || this.patterns.some(([pattern]) => pattern.test(name));
  }

  /** Whether a value needs no change, found out without work for each schema: `false` if that is not certain. */
  isSettled(value: unknown, keepsUnknown: boolean): boolean {
    if (typeof value !== 'object' || value === null) return true;
    if (this.#hasConditions) return false;
    if (this.#always.length > 0) {
      return this.#isReference && (this.#always[0] as Shape).isSettled(value, keepsUnknown);
    }
    if (Array.isArray(value)) return this.#hasSettledItems(value, keepsUnknown);
    if (this.patterns.length > 0 || (this.additional ?? this.unevaluated) !== undefined) return false;
    const source = value as Readonly<Record<string, unknown>>;
    const isOpen = keepsUnknown || !this.isClosed;
    for (const name in source) {
      const child = this.properties.get(name);
      if (child === undefined ? !isOpen : !child.isSettled(source[name], keepsUnknown)) return false;
    }
    for (const [name] of this.defaults) if (!Object.hasOwn(source, name)) return false;
    return true;
  }

  /** Whether this is only a `$ref`. */
  get #isReference(): boolean {
    return (
      this.#always.length === 1 &&
      !this.isClosed &&
      this.additional === undefined &&
      this.unevaluated === undefined &&
      this.items === undefined &&
      this.unevaluatedItems === undefined &&
      this.prefixItems.length === 0
    );
  }

  #hasSettledItems(list: readonly unknown[], keepsUnknown: boolean): boolean {
    if (this.prefixItems.length > 0 || this.unevaluatedItems !== undefined) return false;
    const { items } = this;
    return items === undefined || list.every((item) => items.isSettled(item, keepsUnknown));
  }

  addAlways(shape: Shape): void {
    this.#always.push(shape);
  }

  addCondition(applies: (value: unknown) => boolean, shape: Shape): void {
    this.#conditions.push({ applies, shape });
  }

  addAlternatives(alternatives: Condition[]): void {
    this.#alternatives.push(alternatives);
  }
}

/** The shape of `false`. */
export const NEVER: Shape = Object.assign(new Shape(), { isNever: true });

/** Options of {@link ShapeBuilder}. */
export interface ShapeOptions {
  /** Whether to throw for schemas that cannot be found, instead of leaving them out. */
  readonly isComplete: boolean;
  readonly makePattern: MakePattern;
}

/** Makes the shape of a schema. */
export class ShapeBuilder {
  readonly #lookup: SchemaLookup;
  readonly #options: ShapeOptions;
  /** Recursive schemas have recursive shapes. */
  readonly #shapes: Map<JsonSchema, Shape> = new Map();
  /** Whether a `default` has been found. */
  hasDefaults = false;
  /** Whether a schema refuses properties that it does not declare. */
  hasRefusals = false;

  constructor(lookup: SchemaLookup, options: ShapeOptions) {
    this.#lookup = lookup;
    this.#options = options;
  }

  build(place: SchemaPlace): Shape {
    const known = this.#shapes.get(place.schema);
    if (known !== undefined) return known;
    if (place.schema === false) return NEVER;
    const shape = new Shape();
    if (!isSchemaObject(place.schema)) return shape;
    this.#shapes.set(place.schema, shape);
    const { schema } = place;
    const inside = { ...place, base: baseOf(schema, place.base) };
    this.#addKinds(shape, schema, place);
    this.#addObjectKeywords(shape, schema, inside);
    this.#addArrayKeywords(shape, schema, inside);
    this.#addInPlace(shape, schema, inside);
    this.#addAlternatives(shape, schema, inside);
    return shape;
  }

  /** Adds what kinds of values the schema allows. */
  #addKinds(shape: Shape, schema: JsonSchemaObject, place: SchemaPlace): void {
    const types = schema.type === undefined ? undefined : [schema.type].flat();
    const values = 'const' in schema ? [schema.const] : schema.enum;
    const allows = (type: string, isKind: (value: unknown) => boolean): boolean =>
      (types === undefined || types.includes(type)) && (!Array.isArray(values) || values.some(isKind));
    shape.allowsObject = allows('object', isSchemaObject);
    shape.allowsArray = allows('array', Array.isArray);
    shape.allowsNull = allows('null', (value) => value === null) || schema.nullable === true;
    shape.format = schema.format;
    if (Array.isArray(values) && (shape.allowsObject || shape.allowsArray)) {
      shape.addAlternatives(this.#conditions([place], () => new Shape()));
    }
  }

  #addObjectKeywords(shape: Shape, schema: JsonSchemaObject, from: SchemaPlace): void {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties, required } = schema;
    if (Array.isArray(required)) shape.required = required;
    for (const [name, property] of schemaEntries(properties)) {
      shape.properties.set(name, this.#child(property, from, 'properties', name));
      if (isSchemaObject(property) && 'default' in property) shape.defaults.push([name, property.default]);
    }
    if (shape.defaults.length > 0) this.hasDefaults = true;
    for (const [pattern, property] of schemaEntries(patternProperties)) {
      const child = this.#child(property, from, 'patternProperties', pattern);
      shape.patterns.push([this.#options.makePattern(pattern, 'u'), child]);
    }
    shape.refusesAdditional = additionalProperties === false;
    shape.refusesUnevaluated = unevaluatedProperties === false && additionalProperties === undefined;
    if (shape.refusesAdditional || shape.refusesUnevaluated) this.hasRefusals = true;
    shape.isClosed = properties !== undefined || shape.refusesAdditional || shape.refusesUnevaluated;
    shape.additional = this.#allowed(additionalProperties, from, 'additionalProperties');
    shape.unevaluated = this.#allowed(unevaluatedProperties, from, 'unevaluatedProperties');
  }

  #addArrayKeywords(shape: Shape, schema: JsonSchemaObject, from: SchemaPlace): void {
    const { prefixItems, items, additionalItems, unevaluatedItems } = schema;
    const name = Array.isArray(items) ? 'items' : 'prefixItems';
    schemaList(Array.isArray(items) ? items : prefixItems).forEach((item, index) => {
      shape.prefixItems.push(this.#child(item, from, name, String(index)));
    });
    if (isSchema(items)) shape.items = this.#child(items, from, 'items');
    else if (Array.isArray(items) && isSchema(additionalItems)) {
      shape.items = this.#child(additionalItems, from, 'additionalItems');
    } else if ('contains' in schema) shape.items = new Shape();
    if (isSchema(unevaluatedItems)) {
      shape.unevaluatedItems = this.#child(unevaluatedItems, from, 'unevaluatedItems');
    }
  }

  /** The shape of other properties; `undefined` if there can be none. */
  #allowed(schema: unknown, from: SchemaPlace, name: string): Shape | undefined {
    return isSchema(schema) && schema !== false ? this.#child(schema, from, name) : undefined;
  }

  /** Adds schemas that always apply. */
  #addInPlace(shape: Shape, { $ref, $dynamicRef, allOf }: JsonSchemaObject, from: SchemaPlace): void {
    schemaList(allOf).forEach((part, index) => {
      shape.addAlways(this.#child(part, from, 'allOf', String(index)));
    });
    for (const [ref, isDynamic] of [[$ref, false] as const, [$dynamicRef, true] as const]) {
      if (typeof ref !== 'string') continue;
      const target = this.#lookup.resolve(ref, from, isDynamic);
      if (target !== undefined) shape.addAlways(this.build(target));
      else if (this.#options.isComplete) throw notFound(ref);
    }
  }

  /** Adds schemas that apply to some values. */
  #addAlternatives(shape: Shape, schema: JsonSchemaObject, from: SchemaPlace): void {
    for (const name of ['anyOf', 'oneOf']) {
      const branches = schemaList(schema[name]).map((branch, index) =>
        placeOf(branch, from, name, String(index)),
      );
      if (branches.length > 0) {
        shape.addAlternatives(this.#conditions(branches, (branch) => this.build(branch)));
      }
    }
    if (isSchema(schema.if)) this.#addIf(shape, schema, from);
    for (const [name, dependent] of dependentSchemas(schema)) {
      const child = this.#child(dependent, from, name[0], name[1]);
      shape.addCondition((value) => Object.hasOwn(Object(value), name[1]), child);
    }
  }

  #addIf(
    shape: Shape,
    { if: condition, then: consequence, else: alternative }: JsonSchemaObject,
    from: SchemaPlace,
  ): void {
    const place = placeOf(condition as JsonSchema, from, 'if');
    this.#addCondition(shape, place, place);
    if (isSchema(consequence)) this.#addCondition(shape, place, placeOf(consequence, from, 'then'));
    if (isSchema(alternative)) this.#addCondition(shape, place, placeOf(alternative, from, 'else'), false);
  }

  /** The shapes of several schemas, for the values that match these. */
  #conditions(places: readonly SchemaPlace[], shapeOf: (place: SchemaPlace) => Shape): Condition[] {
    return places.flatMap((place) => {
      const applies = this.#test(place);
      return applies === undefined ? [] : [{ applies, shape: shapeOf(place) }];
    });
  }

  #test(place: SchemaPlace): Condition['applies'] | undefined {
    const test = this.#lookup.test(place);
    if (test === undefined && this.#options.isComplete) throw notFound(place.uri);
    return test;
  }

  /** Adds a schema that counts for values that match another, or that do not. */
  #addCondition(shape: Shape, condition: SchemaPlace, place: SchemaPlace, isMatch = true): void {
    const test = this.#test(condition);
    if (test !== undefined) shape.addCondition((value) => test(value) === isMatch, this.build(place));
  }

  #child(schema: JsonSchema, from: SchemaPlace, ...names: readonly string[]): Shape {
    return this.build(placeOf(schema, from, ...names));
  }
}

function notFound(uri: string): Error {
  return new Error(`Cannot find ${JSON.stringify(uri)}, which the option "unknownKeys" needs`);
}

function placeOf(schema: JsonSchema, { uri, base }: SchemaPlace, ...names: readonly string[]): SchemaPlace {
  return { schema, uri: partUri(uri, ...names), base };
}

function dependentSchemas(schema: JsonSchemaObject): (readonly [readonly [string, string], JsonSchema])[] {
  return ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
    schemaEntries(schema[keyword]).map(([name, dependent]) => [[keyword, name], dependent] as const),
  );
}
