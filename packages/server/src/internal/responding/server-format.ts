/** @module The format of responses that a server sends without its application. */

import { type ErrorBody, errorBody } from './error-body.ts';

/** For servers of applications: whether they send problem details. */
const formats = new WeakMap<object, () => boolean>();

/** Makes a server respond in the format of its application. */
export function formatAs(server: object, sendsProblems: () => boolean): void {
  formats.set(server, sendsProblems);
}

/** Makes the body of an error for a client of a socket. */
export function bodyFor(
  socket: object | null,
  { status, code, message }: { readonly status: number; readonly code: string; readonly message: string },
): ErrorBody {
  const { server } = Object(socket) as { readonly server?: unknown };
  const format = formats.get(Object(server))?.() ? 'problem' : 'json';
  return errorBody({ status, code, detail: message }, format);
}
