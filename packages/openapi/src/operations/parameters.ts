import type { JsonSchema, OpenApiParameter } from '../document-types.ts';
import type { PathParam } from '../paths/path-templates.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import type { ScopedSchema } from '../schemas/schema-scope.ts';
import { type ObjectProperty, objectProperties, writeProperty } from './object-properties.ts';

/** OpenAPI describes these headers elsewhere: in `content` and in `security`. */
const OMITTED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/**
 * Returns the parameters that a path captures.
 *
 * @param names - their names in the document: in OpenAPI, paths that differ only in param names are equal
 */
export function pathParameters(
  params: readonly PathParam[],
  names: readonly string[],
  schema: ScopedSchema | undefined,
  registry: SchemaRegistry,
): OpenApiParameter[] {
  const properties = schema === undefined ? undefined : objectProperties(schema, registry);
  return params.map(({ name, isWildcard, constraint }, at) => {
    const property = properties?.get(name);
    const written = property === undefined ? undefined : writeProperty(property.value, registry);
    const { description, others } = split(written ?? true);
    const own = typeof others === 'object' && Object.keys(others).length > 0 ? others : undefined;
    return {
      name: names[at] ?? name,
      in: 'path',
      required: true,
      ...described(
        description ?? (isWildcard ? 'One or more path segments, separated by slashes.' : undefined),
      ),
      // OpenAPI parameters cannot contain slashes, so an array of segments is documented as a string.
      schema: isWildcard || own === undefined ? textSchema(constraint) : own,
    };
  });
}

/** Returns parameters for the properties of a query schema. */
export function queryParameters(schema: ScopedSchema, registry: SchemaRegistry): OpenApiParameter[] {
  return [...objectProperties(schema, registry)].map(([name, property]) => ({
    name,
    in: 'query',
    ...fieldsOf(property, registry),
    ...(isObject(property, registry) ? { style: 'deepObject', explode: true } : {}),
  }));
}

/** Returns parameters for the properties of a header schema. */
export function headerParameters(schema: ScopedSchema, registry: SchemaRegistry): OpenApiParameter[] {
  return [...objectProperties(schema, registry)]
    .filter(([name]) => !OMITTED_HEADERS.has(name.toLowerCase()))
    .map(([name, property]) => ({ name, in: 'header', ...fieldsOf(property, registry) }));
}

function fieldsOf({ value, required }: ObjectProperty, registry: SchemaRegistry): Partial<OpenApiParameter> {
  const { description, others } = split(writeProperty(value, registry));
  const { deprecated } = Object(others) as { deprecated?: unknown };
  return {
    ...(required ? { required } : {}),
    ...described(description),
    ...(deprecated === true ? { deprecated } : {}),
    schema: others,
  };
}

/** Moves the description out of the schema, because viewers show only a parameter's own description. */
function split(schema: JsonSchema): { description: string | undefined; others: JsonSchema } {
  if (typeof schema === 'boolean' || typeof schema.description !== 'string') {
    return { description: undefined, others: schema };
  }
  const { description, ...others } = schema;
  return { description: description as string, others };
}

function described(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}

function textSchema(constraint: string | undefined): JsonSchema {
  return constraint === undefined ? { type: 'string' } : { type: 'string', pattern: `^(?:${constraint})$` };
}

function isObject({ value }: ObjectProperty, registry: SchemaRegistry): boolean {
  if (typeof value === 'boolean') return false;
  if ('anyOf' in value)
    return value.anyOf.every((each) => isObject({ value: each, required: true }, registry));
  const { type, properties } = registry.follow(value).schema;
  return type === 'object' || (type === undefined && properties !== undefined);
}
