/** @module What `req` has in Express 4 and not, or differently, in Express 5. */
import type { Request } from '../../messages.ts';
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
  /** A value by its name from the path, the body or the query, in this order. */
  param(this: Request, name: string, otherwise?: unknown): unknown {
    const params: Record<string, unknown> = this.params ?? {};
    if (Object.hasOwn(params, name) && params[name] != null) return params[name];
    return this.body?.[name] ?? this.query?.[name] ?? otherwise;
  },
};

/** Gives the prototype of an application's requests the members of Express 4. */
export function defineRequestMembers(prototype: object): void {
  for (const [name, value] of Object.entries(MEMBERS)) define(prototype, name, value);
  const inherited = (req: Request, name: string): unknown =>
    Reflect.get(Object.getPrototypeOf(prototype), name, req);
  /** Without the port, which `host` has in Express 5. */
  defineGetter(prototype, 'host', (req) => {
    const host = inherited(req, 'host') as string | undefined;
    return host && (/^(?:\[[^\]]*\]|[^:]*)/.exec(host)?.[0] ?? host);
  });
  /** Read once, into an object with a prototype: it does not follow a later `req.url`. */
  defineGetter(prototype, 'query', (req) => {
    const query = inherited(req, 'query') as object;
    const own = query instanceof Object ? query : Object.assign({}, query);
    defineOwn(req, 'query', own);
    return own;
  });
}

/** Defines a property that can be assigned. */
function defineGetter(prototype: object, name: string, get: (req: Request) => unknown): void {
  Object.defineProperty(prototype, name, {
    get(this: Request) {
      return get(this);
    },
    set(this: Request, value: unknown) {
      defineOwn(this, name, value);
    },
    configurable: true,
  });
}

function defineOwn(req: Request, name: string, value: unknown): void {
  Object.defineProperty(req, name, { value, writable: true, enumerable: true, configurable: true });
}
