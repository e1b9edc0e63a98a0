/**
 * @module The error responses of operations, in the application's format. Errors from `@nextpress/validate` are always
 * problem details.
 */

import type { JsonSchema, OpenApiComponents, OpenApiMediaType } from '../document-types.ts';
import type { ErrorFormat } from '../registered-routes.ts';
import { describeStatus } from './responses.ts';

/** How a request can be invalid, and how the application reports it. */
export interface CheckedRequest {
  readonly format: ErrorFormat;
  /** The status for requests that do not match their schemas. */
  readonly status: number;
  /** Whether schemas are checked, and whether a body is parsed. */
  readonly hasSchemas: boolean;
  readonly hasBody: boolean;
}

const VALIDATION = 'ValidationProblem';
const PROBLEM = 'ProblemDetails';
const ERROR = 'HttpError';

/** Statuses of body parsers besides 400. */
const BODY_STATUSES = [413, 415];

/** Names of the schemas in this module. */
export const ERROR_SCHEMA_NAMES: readonly string[] = [VALIDATION, PROBLEM, ERROR];

/** Returns the error responses of an operation, by status. */
export function errorResponses(request: CheckedRequest): Record<string, unknown> {
  const { format, status, hasSchemas, hasBody } = request;
  const responses: Record<string, unknown> = {};
  if (hasSchemas) responses[status] = { $ref: `#/components/responses/${nameOfInvalid(status)}` };
  if (hasBody) {
    for (const each of [400, ...BODY_STATUSES])
      responses[each] ??= responseOf(describeStatus(String(each)), format);
  }
  // Without problem details, the format of other errors is unknown.
  if (format === 'problem') responses.default = responseOf('Any other error', format);
  return responses;
}

/** Returns the error components that a document references. */
export function errorComponents(
  document: unknown,
  format: ErrorFormat,
): Pick<OpenApiComponents, 'responses' | 'schemas'> {
  const responses = used(RESPONSES[format], 'responses', JSON.stringify(document));
  const schemas = used(SCHEMAS, 'schemas', JSON.stringify([document, responses]));
  return { responses, schemas };
}

function used<Value>(
  components: Readonly<Record<string, Value>>,
  kind: string,
  text: string,
): Record<string, Value> {
  const entries = Object.entries(components);
  return Object.fromEntries(entries.filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

/** Invalid requests need a component of their own only if their status differs from that of malformed requests. */
function nameOfInvalid(status: number): string {
  return status === 400 ? VALIDATION : 'UnprocessableContent';
}

function responseOf(description: string, format: ErrorFormat): object {
  return { description, content: contentOf(format) };
}

function contentOf(format: ErrorFormat): Record<string, OpenApiMediaType> {
  if (format === 'problem') return { 'application/problem+json': { schema: refTo(PROBLEM) } };
  if (format === 'json') return { 'application/json': { schema: refTo(ERROR) } };
  return { 'text/html': { schema: { type: 'string' } } };
}

function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

const INVALID = { description: "The request does not match the operation's schemas." };
const VALIDATION_CONTENT = { 'application/problem+json': { schema: refTo(VALIDATION) } };

/** Malformed requests also get 400. */
function responsesOf(format: ErrorFormat): Record<string, unknown> {
  const malformed =
    format === 'problem'
      ? { 'application/problem+json': { schema: { anyOf: [refTo(VALIDATION), refTo(PROBLEM)] } } }
      : { ...VALIDATION_CONTENT, ...contentOf(format) };
  return {
    [nameOfInvalid(400)]: { ...INVALID, content: malformed },
    [nameOfInvalid(422)]: { ...INVALID, content: VALIDATION_CONTENT },
  };
}

const RESPONSES: Readonly<Record<ErrorFormat, Record<string, unknown>>> = {
  problem: responsesOf('problem'),
  json: responsesOf('json'),
  html: responsesOf('html'),
};

const PROBLEM_PROPERTIES = {
  type: { type: 'string' },
  title: { type: 'string' },
  status: { type: 'integer' },
  detail: { type: 'string' },
  code: { type: 'string' },
  requestId: { type: 'string' },
};

const ISSUES = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      location: { type: 'string', examples: ['body.items[3].price'] },
      message: { type: 'string' },
      keyword: { type: 'string' },
    },
    required: ['location', 'message', 'keyword'],
  },
};

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  [VALIDATION]: {
    type: 'object',
    properties: { ...PROBLEM_PROPERTIES, errors: ISSUES },
    required: ['type', 'title', 'status', 'detail', 'code', 'errors'],
  },
  [PROBLEM]: {
    type: 'object',
    properties: { ...PROBLEM_PROPERTIES, errors: ISSUES },
    required: ['type', 'title', 'status', 'detail'],
  },
  [ERROR]: {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      error: { type: 'string' },
      code: { type: 'string' },
      message: { type: 'string' },
      requestId: { type: 'string' },
      // Declared but never sent: lets typed clients read it without knowing the media type.
      errors: ISSUES,
    },
    required: ['status', 'error', 'message'],
  },
};
