/** @module Members of `req` that only Express 4 has, or that differ there. */

import type { Request } from '../../types/application.ts';
import { define } from '../registration/define.ts';

const MEMBERS = {
  acceptsEncoding(this: Request, ...encodings: string[]): unknown {
    return this.acceptsEncodings(...encodings);
  },
  acceptsCharset(this: Request, ...charsets: string[]): unknown {
    return this.acceptsCharsets(...charsets);
  },
  acceptsLanguage(this: Request, ...languages: string[]): unknown {
    return this.acceptsLanguages(...languages);
  },
  /** A value from the params, the body or the query, in this order. */
  param(this: Request, name: string, otherwise?: unknown): unknown {
    const params: Record<string, unknown> = this.params ?? {};
    if (Object.hasOwn(params, name) && params[name] != null) return params[name];
    return this.body?.[name] ?? this.query?.[name] ?? otherwise;
  },
};

/** Adds the members of Express 4 to the prototype of requests. */
export function defineRequestMembers(prototype: object): void {
  for (const [name, value] of Object.entries(MEMBERS)) define(prototype, name, value);
  const inherited = (req: Request, name: string): unknown =>
    Reflect.get(Object.getPrototypeOf(prototype), name, req);
  /** Without the port, unlike in Express 5. */
  defineGetter(prototype, 'host', true, (req) => {
    const host = inherited(req, 'host') as string | undefined;
    return host && (/^(?:\[[^\]]*\]|[^:]*)/.exec(host)?.[0] ?? host);
  });
  /** Express 4 parses the query once, before any layer. The object inherits from Object.prototype. */
  defineGetter(prototype, 'query', false, (req) => {
    const query = inherited(req, 'query') as object;
    const own = query instanceof Object ? query : Object.assign({}, query);
    defineOwn(req, 'query', own);
    return own;
  });
}

/** Defines a getter that an assignment replaces. */
function defineGetter(
  prototype: object,
  name: string,
  enumerable: boolean,
  get: (req: Request) => unknown,
): void {
  Object.defineProperty(prototype, name, {
    get(this: Request) {
      return get(this);
    },
    set(this: Request, value: unknown) {
      defineOwn(this, name, value);
    },
    enumerable,
    configurable: true,
  });
}

function defineOwn(req: Request, name: string, value: unknown): void {
  Object.defineProperty(req, name, { value, writable: true, enumerable: true, configurable: true });
}
