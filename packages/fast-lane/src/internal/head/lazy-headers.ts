/**
 * @module Builds `req.headers` on first access. Node's server reads it before any listener runs, so later changes to
 * `rawHeaders` must not show in it.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { HEADERS, type NodeRequest } from '@nextpress-internal/internals/node';
import { hasPlainHeaders } from '../node/node-headers.ts';
import { headersOf } from './header-table.ts';

/** The header lines of a request whose `headers` has been neither read nor assigned. */
const HEAD_TEXT: unique symbol = Symbol('nextpress.headText');

/**
 * Defines `headers` on the prototype of the lane's requests.
 *
 * @param base - the prototype of the server's own class
 */
export function defineHeaders(prototype: object, base: object): void {
  if (!hasPlainHeaders(base)) return;
  Object.defineProperty(prototype, 'headers', {
    get(this: NodeRequest): unknown {
      const made = this[HEADERS];
      const text = this[HEAD_TEXT] as string | undefined;
      if (made || text === undefined) return made || Reflect.get(base, 'headers', this);
      const table = headersOf(text, 0, false);
      this[HEADERS] = table;
      this[HEAD_TEXT] = undefined;
      return table;
    },
    set(this: NodeRequest, headers: IncomingHttpHeaders) {
      this[HEADERS] = headers;
      this[HEAD_TEXT] = undefined;
    },
  });
}

/** Stores a request's header lines. Set its `joinDuplicateHeaders` first. */
export function setLazyHeaders(req: NodeRequest, text: string): void {
  if (req.joinDuplicateHeaders) req[HEADERS] = headersOf(text, 0, true);
  else req[HEAD_TEXT] = text;
}
