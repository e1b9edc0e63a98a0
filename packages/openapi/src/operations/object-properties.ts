import type { JsonSchema } from '../document-types.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import type { ScopedSchema } from '../schemas/schema-scope.ts';
import { isSchemaObject, type SchemaObject } from '../schemas/subschemas.ts';

/** A property of an object schema. */
export interface ObjectProperty {
  readonly value: PropertyValue;
  readonly required: boolean;
}

/** The schema of the property, or one per alternative that declares it. */
export type PropertyValue = ScopedSchema | boolean | { readonly anyOf: readonly PropertyValue[] };

/** Returns the schema that the document has for a property. Alternatives with single values become one enum. */
export function writeProperty(value: PropertyValue, registry: SchemaRegistry): JsonSchema {
  if (typeof value === 'boolean') return value;
  if ('scope' in value) return registry.write(value);
  const texts = new Map(
    value.anyOf.map((each) => writeProperty(each, registry)).map((each) => [JSON.stringify(each), each]),
  );
  const [first, ...others] = texts.values();
  if (others.length === 0) return first ?? true;
  const written = [first as JsonSchema, ...others];
  const listed = written.map(valuesOf);
  if (listed.includes(undefined)) return { anyOf: written };
  const types = new Set(written.map((each) => Object(each).type));
  const [type] = types;
  return { ...(types.size === 1 && type !== undefined ? { type } : {}), enum: [...new Set(listed.flat())] };
}

/** Returns the values that a schema allows, if it declares nothing else. */
function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  const { type: _type, const: value, enum: values, ...others } = Object(schema) as Record<string, unknown>;
  if (Object.keys(others).length > 0) return undefined;
  return value === undefined ? (values as unknown[] | undefined) : [value];
}

/**
 * Returns the properties of an object schema, including those from references and `allOf`. A property from alternatives
 * (`anyOf`, `oneOf`) is required only if all alternatives require it; a property from a condition never is.
 */
export function objectProperties(
  scoped: ScopedSchema,
  registry: SchemaRegistry,
): Map<string, ObjectProperty> {
  return collect(scoped, registry, new Set());
}

/** @param entered - the enclosing schemas, because a schema can be recursive */
function collect(
  scoped: ScopedSchema,
  registry: SchemaRegistry,
  entered: ReadonlySet<SchemaObject>,
): Map<string, ObjectProperty> {
  const { schema, scope } = scoped;
  const found = new Map<string, ObjectProperty>();
  if (entered.has(schema)) return found;
  const inside = new Set([...entered, schema]);
  const collectAll = (list: unknown): Map<string, ObjectProperty>[] =>
    Array.isArray(list)
      ? list.filter(isSchemaObject).map((each) => collect(registry.inside(each, scope), registry, inside))
      : [];
  const target = registry.target(scoped);
  const referenced = target === undefined ? [] : [collect(target, registry, inside)];
  for (const part of [...referenced, ...collectAll(schema.allOf)]) {
    for (const [name, { value, required }] of part) {
      found.set(name, { value, required: required || found.get(name)?.required === true });
    }
  }
  const conditional = [schema.then, schema.else, ...Object.values(Object(schema.dependentSchemas))];
  const none = new Map<string, ObjectProperty>();
  for (const alternatives of [
    collectAll(schema.anyOf),
    collectAll(schema.oneOf),
    [...collectAll(conditional), none],
  ]) {
    for (const name of new Set(alternatives.flatMap((each) => [...each.keys()]))) {
      const properties = alternatives.flatMap((each) => each.get(name) ?? []);
      const isInAll =
        properties.length === alternatives.length && properties.every(({ required }) => required);
      const known = found.get(name);
      found.set(name, {
        value: known?.value ?? { anyOf: properties.map(({ value }) => value) },
        required: isInAll || known?.required === true,
      });
    }
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  for (const [name, value] of Object.entries(isSchemaObject(schema.properties) ? schema.properties : {})) {
    const isKnown = isSchemaObject(value) || typeof value === 'boolean';
    if (isKnown)
      found.set(name, {
        value: isSchemaObject(value) ? registry.inside(value, scope) : value,
        required: found.get(name)?.required === true,
      });
  }
  for (const [name, property] of found) {
    if (required.has(name)) found.set(name, { ...property, required: true });
  }
  return found;
}
