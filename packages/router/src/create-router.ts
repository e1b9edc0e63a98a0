import { buildMethodTable, type Route, type TableOptions } from './internal/build-method-table.ts';
import { compilePattern } from './internal/compile-pattern.ts';
import { FormClaims } from './internal/form-claims.ts';
import { inspected } from './internal/inspected.ts';
import { check, checkOptions, type MatchingOptions, matchingOptions } from './internal/matching-options.ts';
import type { MethodTable } from './internal/method-table.ts';
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
  readonly #options: MatchingOptions & TableOptions;
  /** Compiled at the first lookup after a change. */
  #tables: RouteTables<T> | undefined = undefined;
  /** By registration, the second of two equal routes can still be reached. */
  readonly #claims: FormClaims | undefined;
  #routes: Route<T>[] = [];

  constructor(options: RouterOptions) {
    checkOptions(options);
    const { precedence = 'specificity' } = options;
    if (precedence !== 'specificity' && precedence !== 'registration') {
      throw new TypeError(
        `\`precedence\` has to be 'specificity' or 'registration', not ${inspected(precedence)}`,
      );
    }
    this.#options = { ...matchingOptions(options), precedence };
    this.#claims = precedence === 'specificity' ? new FormClaims() : undefined;
  }

  add(method: string | readonly string[], pattern: string, value: T): this {
    const methods = methodList(method);
    check('pattern', pattern, 'string');
    const forms = compilePattern(pattern, this.#options);
    this.#claims?.claim(methods, pattern, forms);
    for (const each of methods) this.#routes.push({ method: each, pattern, value, forms });
    this.#tables = undefined;
    return this;
  }

  remove(method: string | readonly string[], pattern: string): boolean {
    const methods = methodList(method);
    check('pattern', pattern, 'string');
    const kept: Route<T>[] = [];
    for (const route of this.#routes) {
      if (route.pattern !== pattern || !methods.includes(route.method)) kept.push(route);
      else this.#claims?.release(route.method, route.forms);
    }
    if (kept.length === this.#routes.length) return false;
    this.#routes = kept;
    this.#tables = undefined;
    return true;
  }

  find(method: string, path: string): RouteMatch<T> | undefined {
    const tables = this.#tables ?? this.#compile();
    return tables.of(method).find(path);
  }

  findAll(method: string, path: string): RouteMatch<T>[] {
    return this.#table(method).findAll(path);
  }

  methodsFor(path: string): string[] {
    const tables = this.#tables ?? this.#compile();
    return tables.methods.filter((method) => {
      const table = tables.of(method);
      return table.matches(path) && table.leavesFor(path).some(([leaf]) => leaf.method === method);
    });
  }

  routes(): RouteListing<T>[] {
    return this.#routes.map(({ method, pattern, value }) => ({ method, pattern, value }));
  }

  #table(method: string): MethodTable<T> {
    const tables = this.#tables ?? this.#compile();
    return tables.of(method);
  }

  #compile(): RouteTables<T> {
    const tableOf = (method: string): MethodTable<T> => {
      const routes = this.#routes.filter((route) => route.method === method || route.method === ANY);
      return buildMethodTable(routes, this.#options);
    };
    const methods = new Set(this.#routes.map(({ method }) => method));
    const tables = new Map([...methods].map((method) => [method, tableOf(method)]));
    this.#tables = new RouteTables(tables, tables.get(ANY) ?? tableOf(ANY));
    return this.#tables;
  }
}

/** One method or several, checked. */
function methodList(method: string | readonly string[]): readonly string[] {
  const methods: unknown = typeof method === 'string' ? [method] : method;
  if (!Array.isArray(methods)) {
    throw new TypeError(`\`method\` has to be a string or a list of strings, not ${inspected(method)}`);
  }
  if (methods.length === 0)
    throw new TypeError('`method` is an empty list: name one method, or write `*` for all');
  for (const each of methods) check('method', each, 'string');
  return methods;
}
