import type { JsonSchema } from '../document-types.ts';
import { type DocumentedRoute, REQUEST_PARTS } from '../registered-routes.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import type { ScopedSchema } from '../schemas/schema-scope.ts';
import { isSchemaObject } from '../schemas/subschemas.ts';
import { isStandardSchema, type SchemaSide, toJsonSchema } from '../schemas/to-json-schema.ts';

/** The schemas of a route as JSON Schemas, or `true` for any value. */
export interface RouteJsonSchemas {
  readonly params: ScopedSchema | true | undefined;
  readonly query: ScopedSchema | true | undefined;
  readonly headers: ScopedSchema | true | undefined;
  readonly body: ScopedSchema | true | undefined;
  /** Keyed by status. */
  readonly response: ReadonlyMap<string, ScopedSchema | true>;
}

/**
 * Converts the schemas of a route. A schema that cannot be converted becomes `true`, with a warning, because a document
 * must never break a server.
 */
export function readSchemas(
  { options: { schema = {} } }: DocumentedRoute,
  name: string,
  registry: SchemaRegistry,
  warn: (message: string) => void,
): RouteJsonSchemas {
  const convert = (value: unknown, part: string, side: SchemaSide): ScopedSchema | true | undefined => {
    if (value === undefined) return undefined;
    try {
      const json = toJsonSchema(value, side);
      if (!isSchemaObject(json)) return true;
      const suffix = isStandardSchema(value) ? (side === 'input' ? 'Input' : 'Output') : '';
      return registry.add(json, [titleOf(json) ?? pascalCase(`${name} ${part}`)], suffix);
    } catch (error) {
      warn(`The ${part} schema is omitted: ${error instanceof Error ? error.message : String(error)}`);
      return true;
    }
  };
  const [params, query, headers, body] = REQUEST_PARTS.map((part) => convert(schema[part], part, 'input'));
  const response = Object.entries(schema.response ?? {}).flatMap(([status, value]) => {
    const converted = convert(value, `response ${status}`, 'output');
    return converted === undefined ? [] : [[status, converted] as const];
  });
  return { params, query, headers, body, response: new Map(response) };
}

/** Returns the schema as it appears in the document. */
export function writeSchema(schema: ScopedSchema | true, registry: SchemaRegistry): JsonSchema {
  return schema === true ? {} : registry.write(schema);
}

function titleOf({ title }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof title === 'string' && title !== '' ? title : undefined;
}

function pascalCase(words: string): string {
  return words.replace(
    /[^A-Za-z0-9]*([A-Za-z0-9]+)/g,
    (_match, word: string) => word[0]?.toUpperCase() + word.slice(1),
  );
}
