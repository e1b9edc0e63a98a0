import { buildMethodTable, type Route, type TableOptions } from './internal/build-method-table.ts';
import { compilePattern } from './internal/compile-pattern.ts';
import { FormClaims } from './internal/form-claims.ts';
import type { MethodTable } from './internal/method-table.ts';
import { decodeOrKeep } from './internal/params.ts';
import { RouteTables } from './internal/route-tables.ts';
import type { RouteListing, RouteMatch, Router, RouterOptions } from './router-types.ts';

/** The method that stands for all. */
const ANY = '*';

/**
 * Creates a router for values of any kind.
 *
 * @throws TypeError when an option is not what it has to be
 *
 * @example
 * import { createRouter } from '@nextpress/router';
 *
 * const router = createRouter<string>();
 * router.add('GET', '/users/:id', 'show').add('GET', '/users/new', 'form');
 * router.find('GET', '/users/7')?.params.id; // => '7'
 * router.find('GET', '/users/new')?.value; // => 'form'
 */
export function createRouter<T>(options: RouterOptions = {}): Router<T> {
  return new TableRouter<T>(options);
}

class TableRouter<T> implements Router<T> {
  readonly #options: TableOptions & Pick<RouterOptions, 'canonicalize'>;
  /** Compiled at the first lookup after a change. */
  #tables: RouteTables<T> | undefined = undefined;
  /** By registration, the second of two equal routes can still be reached. */
  readonly #claims: FormClaims | undefined;
  #routes: Route<T>[] = [];

  constructor(options: RouterOptions) {
    const {
      precedence = 'specificity',
      caseSensitive = true,
      strict = true,
      decode = decodeOrKeep,
      canonicalize,
    } = options;
    if (precedence !== 'specificity' && precedence !== 'registration') {
      throw new TypeError(`\`precedence\` is 'specificity' or 'registration', not ${String(precedence)}`);
    }
    this.#options = { precedence, caseSensitive, strict, decode, ...(canonicalize && { canonicalize }) };
    this.#claims = precedence === 'specificity' ? new FormClaims() : undefined;
  }

  add(method: string | readonly string[], pattern: string, value: T): this {
    const { caseSensitive, strict, canonicalize } = this.#options;
    const forms = compilePattern(pattern, { caseSensitive, strict, canonicalize });
    const methods = typeof method === 'string' ? [method] : method;
    for (const each of methods) {
      this.#claims?.claim(each, pattern, forms);
      this.#routes.push({ method: each, pattern, value, forms });
    }
    this.#tables = undefined;
    return this;
  }

  remove(method: string, pattern: string): boolean {
    const removed = this.#routes.filter((route) => route.method === method && route.pattern === pattern);
    for (const { forms } of removed) this.#claims?.release(method, forms);
    this.#routes = this.#routes.filter((route) => !removed.includes(route));
    this.#tables = undefined;
    return removed.length > 0;
  }

  find(method: string, path: string): RouteMatch<T> | undefined {
    return this.#table(method).find(path);
  }

  findAll(method: string, path: string): RouteMatch<T>[] {
    return this.#table(method).findAll(path);
  }

  methodsFor(path: string): string[] {
    const methods = new Set(this.#routes.map((route) => route.method));
    return [...methods].filter((method) =>
      this.#table(method)
        .leavesFor(path)
        .some(([leaf]) => leaf.method === method),
    );
  }

  routes(): RouteListing<T>[] {
    return this.#routes.map(({ method, pattern, value }) => ({ method, pattern, value }));
  }

  #table(method: string): MethodTable<T> {
    const tables = this.#tables ?? this.#compile();
    return tables.of(method);
  }

  #compile(): RouteTables<T> {
    const any = this.#routes.filter((route) => route.method === ANY);
    const methods = [...new Set(this.#routes.map((route) => route.method))];
    const tables = methods.map((method) => {
      const routes = this.#routes.filter((route) => route.method === method || route.method === ANY);
      return buildMethodTable(routes, this.#options);
    });
    this.#tables = new RouteTables(methods, tables, buildMethodTable(any, this.#options));
    return this.#tables;
  }
}
