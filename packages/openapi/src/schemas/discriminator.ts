/** @module OpenAPI's discriminator: the property whose value selects an alternative of a `oneOf` or `anyOf`. */

import type { ScopedSchema } from './schema-scope.ts';
import { isSchemaObject, type SchemaObject } from './subschemas.ts';

/** The part of the registry that this module uses. */
interface Lookup {
  follow(scoped: ScopedSchema): ScopedSchema;
  inside(schema: SchemaObject, scope: ScopedSchema['scope']): ScopedSchema;
}

/** Returns the alternatives of a schema with a discriminator. */
export function alternativesOf({ oneOf, anyOf }: SchemaObject): readonly SchemaObject[] {
  const list = [oneOf, anyOf].find(Array.isArray) as readonly unknown[] | undefined;
  return list?.filter(isSchemaObject) ?? [];
}

/** Returns the property name, if the schema has a discriminator. */
export function discriminatorOf({ discriminator }: SchemaObject): string | undefined {
  const { propertyName } = Object(discriminator) as { propertyName?: unknown };
  return typeof propertyName === 'string' ? propertyName : undefined;
}

/** Returns the strings that the property can have in an alternative or its nested alternatives. */
export function valuesOf(scoped: ScopedSchema, property: string, registry: Lookup): readonly string[] {
  return collect(scoped, property, registry, new Set());
}

/** @param entered - the enclosing schemas, because a schema can be recursive */
function collect(
  scoped: ScopedSchema,
  property: string,
  registry: Lookup,
  entered: ReadonlySet<SchemaObject>,
): readonly string[] {
  const { schema, scope } = registry.follow(scoped);
  if (entered.has(schema)) return [];
  const { properties } = schema;
  const inner: unknown = isSchemaObject(properties) ? properties[property] : undefined;
  if (isSchemaObject(inner)) {
    const { schema: found } = registry.follow(registry.inside(inner, scope));
    const values: unknown = 'const' in found ? [found.const] : found.enum;
    return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
  }
  const inside = new Set([...entered, schema]);
  return alternativesOf(schema).flatMap((each) =>
    collect(registry.inside(each, scope), property, registry, inside),
  );
}
