/** @module The error of a request that does not match the schemas of its route. */

import { STATUS_CODES } from 'node:http';
import type { ErrorRepresentation } from '@nextpress/semantics/http-error';
import { HttpError, REPRESENTATION } from '@nextpress/semantics/http-error';
import type { ValidationIssue } from './validation-issue.ts';

/** Characters that a browser or a log viewer could read as something else than text. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/**
 * A failed validation. Error handlers find its `issues`; without an error handler the client gets them as
 * `application/problem+json` (RFC 9457).
 */
export class ValidationError extends HttpError {
  /** What is wrong, in the order of params, query, headers and body; limited by the option `maxErrors`. */
  declare readonly issues: readonly ValidationIssue[];

  static {
    // The server responds with it if no error handler does.
    Object.defineProperty(ValidationError.prototype, REPRESENTATION, { value: represent });
  }

  constructor(status: 400 | 422, issues: readonly ValidationIssue[]) {
    super(status, 'ERR_VALIDATION', summarize(issues));
    this.issues = issues;
  }

  /** The body of the response, as an object of RFC 9457. */
  toProblem(): Record<string, unknown> {
    const { status, code, message, issues } = this;
    return {
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: message,
      code,
      errors: issues,
    };
  }
}

function represent(this: ValidationError): ErrorRepresentation {
  const body = JSON.stringify(this.toProblem()).replace(UNSAFE, escapeCharacter);
  return { contentType: 'application/problem+json', body };
}

function summarize([first, ...others]: readonly ValidationIssue[]): string {
  if (first === undefined) return 'The request is invalid.';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `The request is invalid: ${first.location} ${first.message}${more}`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
