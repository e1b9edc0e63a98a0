import { STATUS_CODES } from 'node:http';
import type { JsonSchema } from '../document-types.ts';

const CLASSES: Readonly<Record<string, string>> = {
  '1XX': 'Informational',
  '2XX': 'Success',
  '3XX': 'Redirection',
  '4XX': 'Client error',
  '5XX': 'Server error',
  default: 'Other statuses',
};
/** Statuses without content. */
const EMPTY = new Set(['204', '205', '304']);

/** Returns the responses that schemas declare, by status. */
export function responsesOf(schemas: ReadonlyMap<string, JsonSchema>): Record<string, unknown> {
  const responses: Record<string, unknown> = {};
  for (const [status, schema] of schemas) responses[openApiStatus(status)] = responseOf(status, schema);
  return responses;
}

function responseOf(status: string, schema: JsonSchema): object {
  const description = describeStatus(openApiStatus(status));
  return EMPTY.has(status) ? { description } : { description, content: { 'application/json': { schema } } };
}

/** OpenAPI requires a description. */
export function describeStatus(status: string): string {
  return CLASSES[status] ?? STATUS_CODES[status] ?? `Status ${status}`;
}

/** OpenAPI writes status classes as `2XX`. */
export function openApiStatus(status: string): string {
  return status === 'default' ? status : status.toUpperCase();
}
