/** @module Cold: compiles the schemas of a route when it is registered. */

import { JSON_SERIALIZER, type JsonSerializer, type ResponseSlots } from '@nextpress/core';
import { type BodyMiddleware, jsonBody } from '@nextpress/json-body';
import type { RegisteredRoute, RequestHandler, RouteSchema } from '@nextpress/server';
import { SchemaCompiler } from '../compile-schema.ts';
import { isSchemaObject } from '../json-schema/json-schema.ts';
import { schemasByUri, type ValidateSettings } from '../options.ts';
import { isStandardSchema } from '../standard-schema.ts';
import type { RequestPart } from '../validation-error.ts';
import { type PartSchema, RequestValidation } from './request-validation.ts';
import { ResponseCompiler, type Serialize } from './response-compiler.ts';

const PARTS: readonly RequestPart[] = ['params', 'query', 'headers', 'body'];

/** Adds validation to the routes of an application. */
export class RouteCompiler {
  readonly #settings: ValidateSettings;
  readonly #compiler: SchemaCompiler;
  readonly #responses: ResponseCompiler;
  readonly #readJson: BodyMiddleware;
  readonly #schemas: readonly object[];

  constructor(settings: ValidateSettings) {
    this.#settings = settings;
    this.#compiler = new SchemaCompiler(settings.ajv);
    this.#responses = new ResponseCompiler(this.#compiler, settings.responses);
    this.#readJson = jsonBody(settings.json);
    this.#schemas = Object.entries(schemasByUri(settings.ajv.schemas)).flatMap(([uri, schema]) => {
      const { $id = uri } = schema;
      // API documents refer to schemas by `$id`.
      if (schema.$id === undefined) return [{ ...schema, $id }];
      return $id === uri ? [schema] : [schema, { $id: uri, $ref: $id }];
    });
  }

  /** @throws {Error} naming the route, when a schema is invalid */
  add(route: RegisteredRoute): void {
    const { schema } = route.options;
    if (schema === undefined || route.isValidated) return;
    const name = describeRoute(route);
    const requestParts = PARTS.filter((part) => schema[part] !== undefined);
    const { status } = this.#settings;
    // Added even without a serializer, so that `responses: 'off'` overrides the outer scope.
    if (schema.response !== undefined) {
      const create = () => this.#compileResponses(schema.response, name);
      route.addValidator({ parts: ['response'], create });
    }
    if (requestParts.length === 0) return;
    const create = () => this.#compileRequests(schema, requestParts, name);
    route.addValidator({ parts: requestParts, status, schemas: this.#schemas, create });
  }

  #compileRequests(schema: RouteSchema, parts: readonly RequestPart[], name: string): RequestHandler[] {
    const compiled = parts.map((part) => this.#compilePart(part, schema[part] as object, name));
    const { status, maxErrors } = this.#settings;
    const validation = new RequestValidation(compiled, status, maxErrors);
    // `app.explain()` shows the names of these functions.
    const validateRequest: RequestHandler = (req, res, next) => validation.run(req, res, next);
    return parts.includes('body') ? [this.#readJson as RequestHandler, validateRequest] : [validateRequest];
  }

  #compilePart(part: RequestPart, schema: object, name: string): PartSchema {
    const what = `${part} schema of ${name}`;
    if (part === 'headers') checkHeaderNames(schema, what);
    const { unknownKeys, maxErrors } = this.#settings;
    const use = {
      location: part,
      encoding: part === 'body' ? 'json' : part,
      hasFiles: part === 'body',
      // Requests always have undeclared headers, and params are named by the path.
      unknownKeys: part === 'query' || part === 'body' ? unknownKeys : 'keep',
      maxErrors,
    } as const;
    const compiled = this.#compiler.compile(schema, use, what);
    if (part !== 'body') return { part, schema: compiled };
    const compileForm = () => this.#compiler.compile(schema, { ...use, encoding: 'form' }, what);
    return { part, schema: compiled, compileForm };
  }

  #compileResponses(response: RouteSchema['response'] = {}, name: string): RequestHandler[] {
    if (this.#settings.responses === 'off') return [];
    const serializers = new Map<number, Serialize>();
    for (const [status, schema] of Object.entries(response)) {
      if (schema === undefined) continue;
      const serialize = this.#responses.compile(schema, `${status} response schema of ${name}`);
      serializers.set(status === 'default' ? 0 : Number.parseInt(status, 10), serialize);
    }
    return [useSerializer(createSerializer(serializers))];
  }
}

function useSerializer(serializer: JsonSerializer): RequestHandler {
  const serializeResponse: RequestHandler = (_req, res, next) => {
    (res as Partial<ResponseSlots>)[JSON_SERIALIZER] = serializer;
    next();
  };
  return serializeResponse;
}

/** Node lowercases header names. */
function checkHeaderNames(schema: object, what: string): void {
  const { properties } = schema as { properties?: unknown };
  if (isStandardSchema(schema) || !isSchemaObject(properties)) return;
  const name = Object.keys(properties).find((header) => header !== header.toLowerCase());
  if (name === undefined) return;
  throw new TypeError(
    `Invalid ${what}: expected lowercase names, as Node parses them, got ${JSON.stringify(name)}`,
  );
}

/**
 * Creates the function that `res.json` calls. A status takes precedence over its class, and the class over `default`.
 *
 * @param serializers - by status: 200 for `200`, 2 for `2xx`, 0 for `default`
 */
function createSerializer(serializers: ReadonlyMap<number, Serialize>): JsonSerializer {
  return (status, value) => {
    if (value === undefined) return undefined;
    const serialize =
      serializers.get(status) ?? serializers.get(Math.floor(status / 100)) ?? serializers.get(0);
    return serialize?.(value);
  };
}

/** Names a route in errors: `POST /payments`, with its source location if the server recorded it. */
function describeRoute({ methods, path, registeredAt }: RegisteredRoute): string {
  const names = methods.map((method) => (method === '*' ? 'ALL' : method)).join(', ');
  const place = registeredAt === undefined ? '' : ` (registered at ${registeredAt})`;
  return `${names} ${String(path)}${place}`;
}
