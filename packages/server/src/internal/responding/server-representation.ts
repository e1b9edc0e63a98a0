/** @module The format of responses that a server sends without its application. */

import type { ErrorRepresentation } from '@nextpress/semantics/http-error';
import { errorContent } from './error-content.ts';
import { problemDetails } from './problem-details.ts';

/** For servers of applications: whether they send problem details. */
const formats = new WeakMap<object, () => boolean>();

/** Makes a server respond in the format of its application. */
export function formatAs(server: object, sendsProblems: () => boolean): void {
  formats.set(server, sendsProblems);
}

/** Represents an error for a client of a socket. */
export function representFor(
  socket: object | null,
  { status, code, message }: { readonly status: number; readonly code: string; readonly message: string },
): ErrorRepresentation {
  const content = errorContent(status, code, message);
  const { server } = Object(socket) as { readonly server?: unknown };
  if (formats.get(Object(server))?.()) return problemDetails(content);
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(content) };
}
