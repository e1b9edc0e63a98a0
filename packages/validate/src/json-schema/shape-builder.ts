/** @module Cold: builds the shape of a JSON Schema, including the schemas it references. */

import type { ValidateFunction } from 'ajv';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';
import {
  baseOf,
  isSchema,
  isSchemaObject,
  partUri,
  resolveUri,
  schemaEntries,
  schemaList,
  segmentsOf,
  withoutFragment,
} from './json-schema.ts';
import { ANY, type Condition, NEVER, ownTypes, Shape, type StringContext } from './shape.ts';

/** What a shape depends on besides its schema. */
export interface ShapeContext extends StringContext {
  /** Whether to throw for schemas that cannot be found instead of ignoring them. */
  readonly isComplete: boolean;
}

/** Builds the shapes of one schema. */
export class ShapeBuilder {
  readonly #resolver: SchemaResolver;
  readonly #context: ShapeContext;
  /** Recursive schemas get recursive shapes. */
  readonly #shapes: Map<JsonSchema, Shape> = new Map();
  /** Functions that look up the tests that decide which schemas apply. */
  readonly #finders: (() => void)[] = [];
  /** Whether a `default` was found. */
  hasDefaults = false;

  constructor(resolver: SchemaResolver, context: ShapeContext) {
    this.#resolver = resolver;
    this.#context = context;
  }

  /** Compiles the schemas that decide which others apply. Conversion does not need them. */
  findTests(): void {
    for (const find of this.#finders) find();
  }

  build(place: Subschema = this.#resolver.root): Shape {
    const { schema } = place;
    const known = this.#shapes.get(schema);
    if (known !== undefined) return known;
    if (!isSchemaObject(schema)) return schema ? ANY : NEVER;
    const shape = new Shape();
    this.#shapes.set(schema, shape);
    const inside = { ...place, base: baseOf(schema, place.base) };
    shape.types = ownTypes(schema, this.#context);
    shape.format = schema.format;
    this.#addObjectKeywords(shape, schema, inside);
    this.#addArrayKeywords(shape, schema, inside);
    this.#addInPlace(shape, schema, inside);
    this.#addConditions(shape, schema, place, inside);
    return shape;
  }

  #addObjectKeywords(shape: Shape, schema: JsonSchemaObject, from: Subschema): void {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties, required } = schema;
    if (Array.isArray(required)) shape.required = required;
    const declared = schemaEntries(properties);
    if (declared.length > 0) {
      shape.properties = new Map(
        declared.map(([name, property]) => [name, this.#child(property, from, 'properties', name)]),
      );
    }
    shape.defaults = declared.flatMap(([name, property]) =>
      isSchemaObject(property) && 'default' in property ? [[name, property.default] as const] : [],
    );
    if (shape.defaults.length > 0) this.hasDefaults = true;
    shape.patterns = schemaEntries(patternProperties).map(([pattern, property]) => [
      this.#context.makePattern(pattern, 'u'),
      this.#child(property, from, 'patternProperties', pattern),
    ]);
    shape.refusesAdditional = additionalProperties === false;
    shape.refusesUnevaluated = unevaluatedProperties === false && additionalProperties === undefined;
    shape.isClosed = properties !== undefined || shape.refusesAdditional || shape.refusesUnevaluated;
    shape.additional = this.#allowed(additionalProperties, from, 'additionalProperties');
    shape.unevaluated = this.#allowed(unevaluatedProperties, from, 'unevaluatedProperties');
  }

  /** The shape of undeclared properties; `undefined` if there can be none. */
  #allowed(schema: unknown, from: Subschema, keyword: string): Shape | undefined {
    return isSchema(schema) && schema !== false ? this.#child(schema, from, keyword) : undefined;
  }

  #addArrayKeywords(shape: Shape, schema: JsonSchemaObject, from: Subschema): void {
    const { prefixItems, items, additionalItems, unevaluatedItems } = schema;
    // In draft 7, an array in `items` is `prefixItems`.
    const isTuple = Array.isArray(items);
    shape.prefixItems = this.#list(isTuple ? items : prefixItems, from, isTuple ? 'items' : 'prefixItems');
    const [rest, keyword] = isTuple ? [additionalItems, 'additionalItems'] : [items, 'items'];
    if (isSchema(rest)) shape.items = this.#child(rest, from, keyword);
    else if ('contains' in schema) shape.items = ANY;
    if (isSchema(unevaluatedItems)) {
      shape.unevaluatedItems = this.#child(unevaluatedItems, from, 'unevaluatedItems');
    }
  }

  /** Adds schemas that always apply. */
  #addInPlace(shape: Shape, { $ref, $dynamicRef, allOf }: JsonSchemaObject, from: Subschema): void {
    shape.always.push(...this.#list(allOf, from, 'allOf'));
    for (const [ref, isDynamic] of [[$ref, false] as const, [$dynamicRef, true] as const]) {
      if (typeof ref !== 'string') continue;
      const target = this.#resolver.resolve(ref, from, isDynamic);
      if (target !== undefined) shape.always.push(this.build(target));
      else if (this.#context.isComplete) throw notFound(ref);
    }
  }

  /** Adds schemas that apply to some values. */
  #addConditions(shape: Shape, schema: JsonSchemaObject, own: Subschema, from: Subschema): void {
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = schemaList(schema[keyword]).map((branch, index) => {
        const place = subschema(branch, from, keyword, String(index));
        return { applies: this.#test(place), shape: this.build(place) };
      });
      if (branches.length > 0) shape.alternatives.push(branches);
    }
    // Which objects and arrays `const` and `enum` allow is only known when there is a value.
    if (
      ('const' in schema || Array.isArray(schema.enum)) &&
      (shape.allows('object') || shape.allows('array'))
    ) {
      shape.alternatives.push([{ applies: this.#test(own), shape: ANY }]);
    }
    if (isSchema(schema.if)) shape.conditions.push(...this.#conditionsOf(schema, schema.if, from));
    for (const keyword of ['dependentSchemas', 'dependencies']) {
      for (const [name, dependent] of schemaEntries(schema[keyword])) {
        const applies = (value: unknown): boolean => Object.hasOwn(Object(value), name);
        shape.conditions.push({ applies, shape: this.#child(dependent, from, keyword, name) });
      }
    }
  }

  /** The conditions for `if`, `then` and `else`. */
  #conditionsOf(schema: JsonSchemaObject, condition: JsonSchema, from: Subschema): readonly Condition[] {
    const place = subschema(condition, from, 'if');
    const applies = this.#test(place);
    const conditions: Condition[] = [{ applies, shape: this.build(place) }];
    if (isSchema(schema.then)) conditions.push({ applies, shape: this.#child(schema.then, from, 'then') });
    if (isSchema(schema.else)) {
      const shape = this.#child(schema.else, from, 'else');
      conditions.push({ applies: (value) => applies(value) === false, shape });
    }
    return conditions;
  }

  /** Returns the function that decides whether a value matches a schema. */
  #test({ schema, uri }: Subschema): Condition['applies'] {
    if (typeof schema === 'boolean') return () => schema;
    let validate: ValidateFunction | undefined;
    this.#finders.push(() => {
      validate = this.#resolver.find(uri);
      if (validate === undefined && this.#context.isComplete) throw notFound(uri);
    });
    return (value) => validate && validate(value) === true;
  }

  #list(schemas: unknown, from: Subschema, keyword: string): readonly Shape[] {
    return schemaList(schemas).map((schema, index) => this.#child(schema, from, keyword, String(index)));
  }

  #child(schema: JsonSchema, from: Subschema, ...names: readonly string[]): Shape {
    return this.build(subschema(schema, from, ...names));
  }
}

function subschema(schema: JsonSchema, { uri, base }: Subschema, ...names: readonly string[]): Subschema {
  return { schema, uri: partUri(uri, ...names), base };
}

function notFound(uri: string): Error {
  return new Error(
    `Cannot find schema ${JSON.stringify(uri)}, which is needed to know the declared properties`,
  );
}

/** A nested schema. */
export interface Subschema {
  readonly schema: JsonSchema;
  /** The URI by which ajv finds it: a pointer from the outermost schema. */
  readonly uri: string;
  /** The base URI of its references. */
  readonly base: string;
}

/** Returns the validation function for a URI: a schema, or a part of one. */
export type FindFunction = (uri: string) => ValidateFunction | undefined;

/** Resolves references within one schema by their pointers, and all others with ajv. */
export class SchemaResolver {
  readonly root: Subschema;
  readonly find: FindFunction;
  /** Schemas with an `$id` or an anchor, by URI. */
  readonly #resources: Map<string, Subschema> = new Map();
  /** The first schema with each `$dynamicAnchor`, which contains those that refer to it. */
  readonly #dynamicAnchors: Map<string, Subschema> = new Map();

  constructor(schema: JsonSchemaObject, uri: string, find: FindFunction) {
    this.find = find;
    this.root = this.#addDocument(schema, withoutFragment(uri));
  }

  /** Finds the target of a `$ref` or a `$dynamicRef`. */
  resolve(ref: string, from: Subschema, isDynamic: boolean): Subschema | undefined {
    const uri = resolveUri(ref, from.base);
    const base = withoutFragment(uri);
    const other = this.#resources.has(base) ? undefined : this.find(base)?.schema;
    if (isSchemaObject(other)) this.#addDocument(other, base);
    const fragment = uri.slice(base.length + 1);
    const outermost = isDynamic ? this.#dynamicAnchors.get(fragment) : undefined;
    if (outermost !== undefined) return outermost;
    const isPointer = fragment.startsWith('/');
    const resource = this.#resources.get(isPointer || fragment === '' ? base : uri);
    if (resource !== undefined) return isPointer ? followFrom(resource, base, fragment) : resource;
    const schema = this.find(uri)?.schema;
    return isSchema(schema) ? { schema, uri: uri.includes('#') ? uri : `${uri}#`, base } : undefined;
  }

  #addDocument(schema: JsonSchemaObject, base: string): Subschema {
    const document = { schema, uri: `${base}#`, base };
    this.#addResources(document, new Set());
    this.#resources.set(base, document);
    return document;
  }

  #addResources({ schema, uri, base }: Subschema, seen: Set<unknown>): void {
    if (typeof schema !== 'object' || seen.has(schema)) return;
    seen.add(schema);
    const resource = { schema, uri, base };
    const inside = baseOf(schema, base);
    if (inside !== base) this.#resources.set(inside, resource);
    const { $anchor, $dynamicAnchor } = schema;
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === 'string') this.#resources.set(`${inside}#${anchor}`, resource);
    }
    if (typeof $dynamicAnchor === 'string' && !this.#dynamicAnchors.has($dynamicAnchor)) {
      this.#dynamicAnchors.set($dynamicAnchor, resource);
    }
    for (const [name, content] of Object.entries(schema)) {
      if (typeof content !== 'object' || content === null) continue;
      this.#addResources(
        { schema: content as JsonSchemaObject, uri: partUri(uri, name), base: inside },
        seen,
      );
    }
  }
}

/** Follows a pointer. An `$id` on the way changes the base URI. */
function followFrom(resource: Subschema, base: string, pointer: string): Subschema | undefined {
  let schema: unknown = resource.schema;
  let inside = base;
  for (const name of segmentsOf(decodeURIComponent(pointer))) {
    if (schema !== resource.schema && isSchema(schema)) inside = baseOf(schema, inside);
    schema = Object.hasOwn(Object(schema), name) ? Object(schema)[name] : undefined;
  }
  return isSchema(schema) ? { schema, uri: `${resource.uri}${pointer}`, base: inside } : undefined;
}
