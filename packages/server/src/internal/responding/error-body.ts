/** @module The body of an error response, for every part that responds with one. */

import { STATUS_CODES } from 'node:http';

/** The content of an error response, in any format. */
export interface ErrorContent {
  readonly status: number;
  readonly code?: string | undefined;
  /** The phrase of the status by default. */
  readonly detail?: string | undefined;
  /** The error's own problem details, which replace the standard ones: all but the status, `requestId` and `stack`. */
  readonly problem?: object | undefined;
  readonly requestId?: string | undefined;
  readonly stack?: string | undefined;
}

/** Problem details (RFC 9457), the JSON sent with `problemDetails: false`, or text. */
export type ErrorFormat = 'problem' | 'json' | 'text';

export interface ErrorBody {
  readonly contentType: string;
  readonly body: string;
}

/** Characters that a browser or a log viewer could interpret. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/** Writes an error in one of the formats. */
export function errorBody(content: ErrorContent, format: ErrorFormat): ErrorBody {
  return FORMATS[format](content, STATUS_CODES[content.status] ?? 'Error');
}

type Format = (content: ErrorContent, title: string) => ErrorBody;

const FORMATS: Readonly<Record<ErrorFormat, Format>> = {
  // A problem without its own type has the phrase of its status as title (RFC 9457 §4.2.1).
  problem: ({ status, code, detail, problem, requestId, stack }, title) => {
    const standard = { type: 'about:blank', title, status, detail: detail ?? title, code };
    const own = Object.entries(problem ?? {}).filter(([, value]) => value !== undefined);
    const body = JSON.stringify({ ...standard, ...Object.fromEntries(own), status, requestId, stack });
    return { contentType: 'application/problem+json', body: body.replace(UNSAFE, escapeCharacter) };
  },
  json: ({ status, code, detail, requestId, stack }, error) => {
    const body = JSON.stringify({ status, error, code, message: detail ?? error, requestId, stack });
    return { contentType: 'application/json; charset=utf-8', body };
  },
  text: ({ status, detail, requestId, stack }, error) => {
    const parts = [detail === error ? undefined : detail, requestId && `Request id: ${requestId}`, stack];
    const body = parts.filter(Boolean).map((part) => `\n${part}\n`);
    return { contentType: 'text/plain; charset=utf-8', body: [`${status} ${error}\n`, ...body].join('') };
  },
};

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** For servers of applications: whether they send problem details. */
const formats = new WeakMap<object, () => boolean>();

/** Lets a server's own error responses use the format of its application. */
export function formatAs(server: object, sendsProblems: () => boolean): void {
  formats.set(server, sendsProblems);
}

/** Creates the body of an error for a client of a socket. */
export function bodyFor(
  socket: object | null,
  { status, code, message }: { readonly status: number; readonly code: string; readonly message: string },
): ErrorBody {
  const { server } = Object(socket) as { readonly server?: unknown };
  const format = formats.get(Object(server))?.() ? 'problem' : 'json';
  return errorBody({ status, code, detail: message }, format);
}
