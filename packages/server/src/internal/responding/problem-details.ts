/** @module The format of RFC 9457 for error responses, with the option `problemDetails`. */

import type { ErrorRepresentation } from '@nextpress/semantics/http-error';
import type { ErrorContent } from './error-content.ts';

/** Represents an error as problem details. Without a type of its own a problem has the phrase of its status as title. */
export function problemDetails(content: ErrorContent): ErrorRepresentation {
  const { error: title, message: detail, status, ...others } = content;
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, ...others });
  return { contentType: 'application/problem+json', body };
}
