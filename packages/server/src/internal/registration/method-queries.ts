/** @module Express's private `_methods()` and `_handlesMethod()`, which 405 middleware and doc generators call. */
import { define } from './define.ts';

interface Queried {
  readonly methods: Readonly<Record<string, true>>;
}

function handlesMethod(this: Queried, method: unknown): boolean {
  const { methods } = this;
  if (methods._all) return true;
  const name = typeof method === 'string' ? method.toLowerCase() : String(method);
  return Boolean(methods[name === 'head' && !methods.head ? 'get' : name]);
}

function methodsOf(this: Queried, includesAll?: boolean): string[] {
  return options
    .call(this)
    .filter((name) => includesAll || name !== '_ALL')
    .map((name) => (name === '_ALL' ? '*' : name));
}

/** As in Express 4, which has a method named `_all`. */
function options(this: Queried): string[] {
  const names = Object.keys(this.methods);
  if (this.methods.get && !this.methods.head) names.push('head');
  return names.map((name) => name.toUpperCase());
}

/** Defines the methods of Express 5 and, with underscores, those of Express 4. */
export function defineMethodQueries(prototype: object): void {
  define(prototype, '_handlesMethod', handlesMethod);
  define(prototype, '_methods', methodsOf);
  define(prototype, '_handles_method', handlesMethod);
  define(prototype, '_options', options);
}
