/**
 * @module `headers` of the lane's requests, made when they are first read. Node's server reads them before any listener runs,
 * so nothing that listeners do to `rawHeaders` may show in them.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { hasPlainHeaders } from '../node/node-headers.ts';
import { HEADERS, type NodeRequest } from '../node/node-internals.ts';
import { headersOf } from './header-table.ts';

/** The field lines of a request whose `headers` have been neither read nor replaced. */
const HEAD_TEXT: unique symbol = Symbol('nextpress.headText');

/**
 * Gives a prototype an accessor in the place of Node's.
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

/** Has `headers` made of these lines; the request's other settings are those it will be dispatched with. */
export function setLazyHeaders(req: NodeRequest, text: string): void {
  if (req.joinDuplicateHeaders) req[HEADERS] = headersOf(text, 0, true);
  else req[HEAD_TEXT] = text;
}
