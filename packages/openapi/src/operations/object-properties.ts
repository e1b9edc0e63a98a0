import type { SchemaRegistry, ScopedSchema } from '../schemas/schema-registry.ts';
import { isSchemaObject, type SchemaObject } from '../schemas/subschemas.ts';

/** A property of an object schema. */
export interface ObjectProperty {
  readonly value: ScopedSchema | boolean;
  readonly required: boolean;
}

/**
 * The properties of an object schema, those of `allOf` included. A property of an alternative (`anyOf`, `oneOf`) is required only
 * if all alternatives require it.
 */
export function objectProperties(
  scoped: ScopedSchema,
  registry: SchemaRegistry,
): Map<string, ObjectProperty> {
  return collect(scoped, registry, new Set());
}

/** @param entered - the schemas around this one, because a schema can refer to itself */
function collect(
  scoped: ScopedSchema,
  registry: SchemaRegistry,
  entered: ReadonlySet<SchemaObject>,
): Map<string, ObjectProperty> {
  const { schema, scope } = registry.follow(scoped);
  const found = new Map<string, ObjectProperty>();
  if (entered.has(schema)) return found;
  const inside = new Set([...entered, schema]);
  const collectAll = (list: unknown): Map<string, ObjectProperty>[] =>
    Array.isArray(list)
      ? list.filter(isSchemaObject).map((each) => collect(registry.inside(each, scope), registry, inside))
      : [];
  for (const part of collectAll(schema.allOf)) merge(found, part, ({ required }) => required);
  for (const alternatives of [collectAll(schema.anyOf), collectAll(schema.oneOf)]) {
    const isInAll = (name: string): boolean => alternatives.every((each) => each.get(name)?.required);
    for (const part of alternatives) merge(found, part, (_property, name) => isInAll(name));
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  for (const [name, value] of Object.entries(isSchemaObject(schema.properties) ? schema.properties : {})) {
    const isKnown = isSchemaObject(value) || typeof value === 'boolean';
    if (isKnown)
      found.set(name, {
        value: isSchemaObject(value) ? registry.inside(value, scope) : value,
        required: false,
      });
  }
  for (const [name, property] of found) {
    if (required.has(name)) found.set(name, { ...property, required: true });
  }
  return found;
}

function merge(
  into: Map<string, ObjectProperty>,
  from: ReadonlyMap<string, ObjectProperty>,
  isRequired: (property: ObjectProperty, name: string) => boolean,
): void {
  for (const [name, property] of from) {
    const required = isRequired(property, name) || into.get(name)?.required === true;
    into.set(name, { value: into.get(name)?.value ?? property.value, required });
  }
}
