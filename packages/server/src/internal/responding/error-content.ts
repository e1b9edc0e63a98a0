/** @module What an error response says, whatever its format. */

import { STATUS_CODES } from 'node:http';

/** The content of an error response. */
export interface ErrorContent {
  readonly status: number;
  readonly error: string;
  readonly code?: string;
  readonly message: string;
  readonly requestId?: string;
  readonly stack?: string;
}

/** Describes a status to a client. */
export function errorContent(status: number, code: string | undefined, message?: string): ErrorContent {
  const error = STATUS_CODES[status] ?? 'Error';
  return code === undefined
    ? { status, error, message: message ?? error }
    : { status, error, code, message: message ?? error };
}
