/** @module `headers` of lazy requests: made from the text of the head, where nobody could tell. */

import type { IncomingHttpHeaders } from 'node:http';
import { headersOf } from './header-table.ts';
import { addHeaderLine, addHeaderLineOf, hasPlainHeaders } from './node-headers.ts';
import { HEADERS, type NodeRequest } from './node-internals.ts';

/**
 * Gives a prototype an accessor in the place of Node's.
 *
 * @param base - the prototype of the server's own class
 * @param textOf - the field lines of a request whose `rawHeaders` nobody has touched
 */
export function defineHeaders(
  prototype: object,
  base: object,
  textOf: (req: NodeRequest) => string | undefined,
): void {
  if (!hasPlainHeaders(base)) return;
  Object.defineProperty(prototype, 'headers', {
    get(this: NodeRequest): unknown {
      const made = this[HEADERS];
      if (made) return made;
      const text = textOf(this);
      if (text === undefined || addHeaderLineOf(this) !== addHeaderLine)
        return Reflect.get(base, 'headers', this);
      const table = headersOf(text, 0, Boolean(this.joinDuplicateHeaders));
      this[HEADERS] = table;
      return table;
    },
    set(this: NodeRequest, headers: IncomingHttpHeaders) {
      this[HEADERS] = headers;
    },
    configurable: true,
  });
}
