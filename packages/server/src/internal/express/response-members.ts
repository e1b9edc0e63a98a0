/** @module Members of `res` that only Express 4 has, or that differ there. */
import { STATUS_CODES } from 'node:http';
import { basename, extname } from 'node:path';
import { checkNotPending, type Payload, SETTINGS, sendPayload } from '@nextpress/core';
import { escapeHtml } from '@nextpress/semantics/html';
import type { FileSent } from '@nextpress/static';
import { sendUrlPathAsExpress4 } from '@nextpress/static/express';
import type { Response } from '../../types/application.ts';
import type { OwnSettings } from '../dialect.ts';
import { passErrorsOn } from '../messages/file-helpers.ts';
import { define } from '../registration/define.ts';

type Body = unknown;
/** Methods that call their Express 5 version. */
type Method = 'send' | 'json' | 'jsonp' | 'location' | 'vary' | 'clearCookie';

/** Adds the members of Express 4 to the prototype of responses. */
export function defineResponseMembers(prototype: object): void {
  const call = (res: Response, method: Method, ...args: unknown[]): Response => {
    // Looked up for each call, because the application may replace the method.
    const methods = Object.getPrototypeOf(prototype) as Record<Method, (...given: unknown[]) => Response>;
    return methods[method].apply(res, args);
  };
  const members = {
    /** `send(body)`, `send(status)`, `send(status, body)` or `send(body, status)`. */
    send(this: Response, ...args: [Body, Body?]): Response {
      if (args.length === 1 && typeof args[0] === 'number') {
        const [status] = args;
        if (!this.get('Content-Type')) this.type('txt');
        this.statusCode = status;
        return call(this, 'send', STATUS_CODES[status]);
      }
      const body = takeStatus(this, args);
      return typeof body === 'number' || isOtherView(body) ? this.json(body) : call(this, 'send', body);
    },
    json(this: Response, ...args: [Body, Body?]): Response {
      return call(this, 'json', takeStatusOfJson(this, args));
    },
    jsonp(this: Response, ...args: [Body, Body?]): Response {
      return call(this, 'jsonp', takeStatusOfJson(this, args));
    },
    attachment(this: Response, filename?: string): Response {
      const name = filename === undefined ? undefined : basename(filename);
      if (name) this.type(extname(name));
      return this.set('Content-Disposition', (this[SETTINGS] as OwnSettings).dialect.disposition(name));
    },
    status(this: Response, code: unknown): Response {
      this.statusCode = typeof code === 'string' ? Number(code) : (code as number);
      return this;
    },
    sendStatus(this: Response, code: number): Response {
      checkNotPending(this);
      this.statusCode = code;
      this.type('txt');
      return this.send(STATUS_CODES[code] ?? String(code));
    },
    sendfile(this: Response, path: string, options?: object | FileSent, done?: FileSent): void {
      const [given, callback] = typeof options === 'function' ? [{}, options as FileSent] : [options, done];
      sendUrlPathAsExpress4(this.req, this, path, given || {}, callback || passErrorsOn(this.req));
    },
    location(this: Response, url: unknown): Response {
      return call(this, 'location', url === 'back' ? (this.req.get('Referrer') ?? '/') : String(url));
    },
    redirect,
    clearCookie(this: Response, name: string, options?: object): Response {
      return this.cookie(name, '', { expires: new Date(1), path: '/', ...options });
    },
    vary(this: Response, field?: string | string[] | null): Response {
      return !field || field.length === 0 ? this : call(this, 'vary', field);
    },
  };
  for (const [name, value] of Object.entries(members)) define(prototype, name, value);
}

/** Whether a value is a view of bytes that is not a buffer, which Express 4 sends as JSON. */
function isOtherView(body: Body): boolean {
  return ArrayBuffer.isView(body) && !Buffer.isBuffer(body);
}

/**
 * Takes `(value, status)`, even if the value is a number, or `(status, value)`. Sets the status and returns
 * the value.
 */
function takeStatusOfJson(res: Response, args: readonly Body[]): Body {
  const [first, second] = args;
  return args.length === 2 && typeof second === 'number'
    ? takeStatus(res, [second, first])
    : takeStatus(res, args);
}

/** Takes a status and a body in either order. Sets the status and returns the body. */
function takeStatus(res: Response, args: readonly Body[]): Body {
  const [first, second] = args;
  if (args.length !== 2) return first;
  const isStatusLast = typeof second === 'number' && typeof first !== 'number';
  res.statusCode = (isStatusLast ? second : first) as number;
  return isStatusLast ? first : second;
}

/** `redirect(url)`, `redirect(status, url)` or `redirect(url, status)`. */
function redirect(this: Response, ...args: [unknown, unknown?]): void {
  checkNotPending(this);
  const [first, second] = args;
  const [status, url] =
    args.length !== 2
      ? [302, first]
      : typeof first === 'number'
        ? [first, second]
        : [second as number, first];
  this.location(url as string);
  const location = String(this.get('Location'));
  const note = `${STATUS_CODES[status]}. Redirecting to `;
  let body = '';
  this.format({
    text: () => {
      body = note + location;
    },
    html: () => {
      body = `<p>${note}${escapeHtml(location)}</p>`;
    },
    default: () => {},
  });
  this.statusCode = status;
  const write = (payload: Payload): void => {
    this.set('Content-Length', Buffer.byteLength(payload ?? '') as never);
    if (payload === null || this.req.method === 'HEAD') this.end();
    else this.end(payload);
  };
  sendPayload(this, body, write, (error) => this.req.next?.(error));
}
