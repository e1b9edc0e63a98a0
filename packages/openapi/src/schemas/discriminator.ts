/** @module The discriminator of OpenAPI: which alternative of a `oneOf` or `anyOf` a value of a property stands for. */

import type { ScopedSchema } from './schema-scope.ts';
import { isSchemaObject, type SchemaObject } from './subschemas.ts';

/** What this module needs of the registry. */
interface Lookup {
  follow(scoped: ScopedSchema): ScopedSchema;
  inside(schema: SchemaObject, scope: ScopedSchema['scope']): ScopedSchema;
}

/** The alternatives of a schema with a discriminator. */
export function alternativesOf({ oneOf, anyOf }: SchemaObject): readonly SchemaObject[] {
  const list = [oneOf, anyOf].find(Array.isArray) as readonly unknown[] | undefined;
  return list?.filter(isSchemaObject) ?? [];
}

/** The name of the property, if the schema has a discriminator. */
export function discriminatorOf({ discriminator }: SchemaObject): string | undefined {
  const { propertyName } = Object(discriminator) as { propertyName?: unknown };
  return typeof propertyName === 'string' ? propertyName : undefined;
}

/** The texts that the property has in one alternative, or in the alternatives inside. */
export function valuesOf(scoped: ScopedSchema, property: string, registry: Lookup): readonly string[] {
  return collect(scoped, property, registry, new Set());
}

/** @param entered - the schemas around this one, because a schema can refer to itself */
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
