/** @module Hot: serializes the responses of one route by the schemas of their statuses. */

import type { JsonSerializer } from '@nextpress/core';
import { HttpError } from '@nextpress/semantics/http-error';

/** Returns the JSON text of a value. */
export type Serialize = (value: unknown) => string | undefined;

/** Functions by status: `200`, `2xx` or `default`. */
export type SerializersByStatus = ReadonlyMap<string, Serialize>;

/** Makes the function that `res.json` calls. A status has precedence over its class, and the class over `default`. */
export function createSerializer(serializers: SerializersByStatus): JsonSerializer {
  const byStatus: (Serialize | undefined)[] = [];
  // Every status has an element, so that the array keeps one kind of elements.
  for (let status = 0; status < 1_000; status++) {
    byStatus.push(
      serializers.get(String(status)) ??
        serializers.get(`${Math.floor(status / 100)}xx`) ??
        serializers.get('default'),
    );
  }
  return (status, value) => {
    const serialize = byStatus[status];
    return serialize === undefined || value === undefined ? undefined : serialize(value);
  };
}

/** The error for a response that does not match its schema. Its message is for logs, not for clients. */
export function invalidResponse(what: string, problem: string, cause?: unknown): HttpError {
  const message = `Response does not match its schema: ${problem} in the ${what}`;
  return new HttpError(500, 'ERR_RESPONSE_SCHEMA', message, cause === undefined ? {} : { cause });
}
