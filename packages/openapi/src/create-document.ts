import type { OpenApiComponents, OpenApiDocument, OpenApiOperation } from './document-types.ts';
import type { DocumentOptions } from './openapi-options.ts';
import { DocumentedSchemas } from './operations/documented-schemas.ts';
import { ERROR_SCHEMA_NAMES, errorComponents } from './operations/error-responses.ts';
import { operationOf } from './operations/operation.ts';
import { type RouteJsonSchemas, readSchemas } from './operations/route-schemas.ts';
import {
  DOCUMENTED,
  DOCUMENTED_FOR_ALL,
  type DocumentPath,
  PathTable,
  UNDOCUMENTED,
} from './paths/path-table.ts';
import { pathTemplates } from './paths/path-templates.ts';
import { type DocumentedRoute, type DocumentSource, errorFormatOf } from './registered-routes.ts';
import { routesOf } from './route-source.ts';
import { SchemaRegistry } from './schemas/schema-registry.ts';
import type { SchemaObject } from './schemas/subschemas.ts';
import { toJsonSchema } from './schemas/to-json-schema.ts';

/** The OpenAPI version. */
const OPENAPI = '3.1.1';

/**
 * Describes routes as an OpenAPI 3.1 document. Anything that OpenAPI cannot express is omitted, with a warning: regular
 * expression paths, unsupported methods, and schemas that cannot be converted to JSON Schema.
 *
 * @param source - an application, a router, or a list of routes
 *
 * @example
 * ```js
 * import { createDocument } from '@nextpress/openapi';
 *
 * const document = createDocument([{ methods: ['GET'], path: '/users/:id', options: {} }], {
 *   info: { title: 'Users', version: '1.0.0' },
 * });
 * Object.keys(document.paths); // => ['/users/{id}']
 * ```
 */
export function createDocument(source: DocumentSource, options: DocumentOptions): OpenApiDocument {
  return new DocumentWriter({ errorFormat: errorFormatOf(source), ...options }).write(routesOf(source));
}

/** The methods documented for `app.all`; the others are rarely part of an API. */
const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

type AddOperation = (
  operation: OpenApiOperation,
  place: DocumentPath,
  route: DocumentedRoute & { method: string },
) => void;

class DocumentWriter {
  readonly #options: DocumentOptions;
  readonly #registry: SchemaRegistry;
  readonly #documented: DocumentedSchemas;
  readonly #paths = new PathTable();
  readonly #operationIds = new Set<string>();
  readonly #warnings = new Set<string>();
  /** The route that warnings refer to. */
  #subject = '';
  /** Whether operations are only built to collect their components. */
  #isPreparing = false;

  constructor(options: DocumentOptions) {
    this.#options = options;
    const reserved = Object.keys(options.components?.schemas ?? {});
    const warn = (message: string): void => this.#warn(message);
    this.#registry = new SchemaRegistry([...ERROR_SCHEMA_NAMES, ...reserved], warn);
    this.#documented = new DocumentedSchemas(this.#registry, warn);
  }

  write(routes: readonly DocumentedRoute[]): OpenApiDocument {
    const { info, servers, tags, security, externalDocs, schemas = [] } = this.#options;
    for (const schema of schemas) this.#registry.add(toJsonSchema(schema, 'input') as SchemaObject, []);
    const shown = routes.filter(isShown);
    for (const schema of new Set(shown.flatMap(({ validation }) => validation?.schemas ?? []))) {
      this.#registry.add(schema as SchemaObject, []);
    }
    // Add all schemas first, because a schema may refer to the identifier of a later one.
    const converted = shown.map((route) => this.#readSchemas(route));
    const describe = (add: AddOperation): void => {
      for (const [at, route] of shown.entries())
        this.#describeRoute(route, converted[at] as RouteJsonSchemas, add);
    };
    this.#isPreparing = true;
    this.#registry.settleNames(() => {
      describe(() => {});
      this.#components();
    });
    this.#isPreparing = false;
    describe((...operation) => this.#addOperation(...operation));
    const paths = this.#paths.toObject();
    const document = {
      ...{ openapi: OPENAPI, info, servers, tags, security, externalDocs, paths },
      components: this.#components(),
    };
    return JSON.parse(JSON.stringify(document, jsonValue));
  }

  #readSchemas(route: DocumentedRoute): RouteJsonSchemas {
    this.#subject = nameOf(route);
    return readSchemas(route, this.#subject, this.#registry, (message) => this.#warn(message));
  }

  /** Calls `add` with each operation of a route. */
  #describeRoute(route: DocumentedRoute, schemas: RouteJsonSchemas, add: AddOperation): void {
    this.#subject = nameOf(route);
    const methods = this.#methodsOf(route);
    if (methods.length === 0) return;
    const { validationStatus = 400, errorFormat = 'problem' } = this.#options;
    for (const path of [route.path].flat()) {
      const templates = typeof path === 'string' ? pathTemplates(path) : [];
      if (templates.length === 0)
        this.#warn('The path is omitted: OpenAPI does not support regular expressions');
      for (const template of templates) {
        const place = this.#paths.get(template);
        const operation = operationOf(route, schemas, {
          params: template.params,
          names: place.names,
          registry: this.#registry,
          documented: this.#documented,
          errors: validationStatus === false ? undefined : { format: errorFormat, status: validationStatus },
        });
        for (const method of methods) add(operation, place, { ...route, method });
      }
    }
  }

  #addOperation(
    operation: OpenApiOperation,
    place: DocumentPath,
    route: DocumentedRoute & { method: string },
  ): void {
    const { transform } = this.#options;
    const changed = transform === undefined ? operation : transform(operation, route);
    if (changed === undefined) return;
    const isFirst = place.add(route.method.toLowerCase(), this.#withUniqueId(changed), rankOf(route));
    if (!isFirst)
      this.#warn(`The document already describes ${route.method} ${place.path}: keeping the first`);
  }

  #methodsOf(route: DocumentedRoute): readonly string[] {
    if (route.methods.includes('*')) return hasDocumentation(route) ? ALL : [];
    const unknown = route.methods.filter((method) => !METHODS.has(method));
    if (unknown.length > 0)
      this.#warn(`The method is omitted: OpenAPI 3.1 does not support ${unknown.join(', ')}`);
    // HEAD is implied by every GET route.
    return route.methods.filter(
      (method) => METHODS.has(method) && !(method === 'HEAD' && route.methods.includes('GET')),
    );
  }

  /** Adds a number to a repeated operation ID: one route can produce several operations. */
  #withUniqueId(operation: OpenApiOperation): OpenApiOperation {
    const { operationId } = operation;
    if (operationId === undefined) return operation;
    let unique = operationId;
    for (let number = 2; this.#operationIds.has(unique); number++) unique = `${operationId}_${number}`;
    this.#operationIds.add(unique);
    return unique === operationId ? operation : { ...operation, operationId: unique };
  }

  #components(): OpenApiComponents | undefined {
    const components = this.#documented.write(this.#options.components ?? {}, 'output');
    const schemas = { ...components.schemas, ...this.#registry.components() };
    const errors = errorComponents(this.#paths.toObject(), this.#options.errorFormat ?? 'problem');
    const merged: OpenApiComponents = {
      ...components,
      responses: { ...errors.responses, ...components.responses },
      schemas: { ...schemas, ...errors.schemas },
    };
    const used = Object.entries(merged).filter(([, each]) => Object.keys(each ?? {}).length > 0);
    return used.length > 0 ? Object.fromEntries(used) : undefined;
  }

  #warn(message: string): void {
    if (this.#isPreparing) return;
    const { onWarning = emitWarning } = this.#options;
    const text = `${this.#subject}: ${message}`;
    if (this.#warnings.has(text)) return;
    this.#warnings.add(text);
    onWarning(text);
  }
}

function isShown({ options: { openapi } }: DocumentedRoute): boolean {
  return openapi?.hide !== true;
}

function hasDocumentation({ options: { schema, openapi } }: DocumentedRoute): boolean {
  return schema !== undefined || openapi !== undefined;
}

function rankOf(route: DocumentedRoute): number {
  if (!hasDocumentation(route)) return UNDOCUMENTED;
  return route.methods.includes('*') ? DOCUMENTED_FOR_ALL : DOCUMENTED;
}

function nameOf({ methods, path }: DocumentedRoute): string {
  return `${methods.includes('*') ? 'all' : methods[0]} ${[path].flat().join(', ')}`;
}

/** Converts values that libraries put into schemas, but that JSON cannot represent. */
function jsonValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

export function emitWarning(message: string): void {
  process.emitWarning(message, 'OpenApiWarning');
}
