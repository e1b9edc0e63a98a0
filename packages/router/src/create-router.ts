import { compileForms } from './create-matcher.ts';
import { inspectValue } from './internal/pattern/inspect-value.ts';
import {
  expectOptions,
  expectType,
  type MatchingOptions,
  matchingOptions,
} from './internal/pattern/matching-options.ts';
import { RegisteredForms } from './internal/pattern/registered-forms.ts';
import { buildMethodTable, type Route, type TableOptions } from './internal/tree/build-method-table.ts';
import type { MethodTable } from './internal/tree/method-table.ts';
import type { CompiledPattern, RouteListing, RouteMatch, Router, RouterOptions } from './router-types.ts';

/** The method of routes for every method. */
const ANY = '*';

/**
 * Creates a router for values of any kind.
 *
 * @throws TypeError if an option is invalid
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

type Tables<T> = Readonly<Record<string, MethodTable<T>>>;

class TableRouter<T> implements Router<T> {
  readonly #options: MatchingOptions & TableOptions;
  /**
   * By method, compiled on the first lookup after a change. An object without a prototype is faster than a `Map`: V8 caches
   * where it found the property of the most frequent method.
   */
  #tables: Tables<T> | undefined = undefined;
  /** All routes, compiled on the first lookup without a method after a change. */
  #everyMethod: MethodTable<T> | undefined = undefined;
  /** With `'registration'`, the second of two equal routes can still match in `findAll`. */
  readonly #registered: RegisteredForms | undefined;
  #routes: Route<T>[] = [];

  constructor(options: RouterOptions) {
    expectOptions(options);
    const { precedence = 'specificity' } = options;
    if (precedence !== 'specificity' && precedence !== 'registration') {
      throw new TypeError(
        `Invalid \`precedence\`: expected 'specificity' or 'registration', got ${inspectValue(precedence)}`,
      );
    }
    this.#options = { ...matchingOptions(options), precedence };
    this.#registered = precedence === 'specificity' ? new RegisteredForms() : undefined;
  }

  add(method: string | readonly string[], source: string | CompiledPattern, value: T): this {
    const methods = methodList(method);
    const pattern = isCompiled(source) ? source.pattern : source;
    expectType('pattern', pattern, 'string');
    const forms = compileForms(source, this.#options);
    this.#registered?.reserve(methods, pattern, forms);
    for (const each of methods) this.#routes.push({ method: each, pattern, value, forms });
    this.#discardTables();
    return this;
  }

  remove(method: string | readonly string[], pattern: string): boolean {
    const methods = methodList(method);
    expectType('pattern', pattern, 'string');
    const remaining: Route<T>[] = [];
    for (const route of this.#routes) {
      if (route.pattern !== pattern || !methods.includes(route.method)) remaining.push(route);
      else this.#registered?.release(route.method, route.forms);
    }
    if (remaining.length === this.#routes.length) return false;
    this.#routes = remaining;
    this.#discardTables();
    return true;
  }

  find(method: string, path: string): RouteMatch<T> | undefined {
    return this.#table(method).find(path);
  }

  findAll(method: string, path: string): RouteMatch<T>[] {
    return this.#table(method).findAll(path);
  }

  routesFor(path: string): RouteListing<T>[] {
    this.#everyMethod ??= buildMethodTable(this.#routes, this.#options);
    return this.#everyMethod.routesFor(path).map(listingOf);
  }

  methodsFor(path: string): string[] {
    return [...new Set(this.routesFor(path).map(({ method }) => method))];
  }

  routes(): RouteListing<T>[] {
    return this.#routes.map(listingOf);
  }

  #discardTables(): void {
    this.#tables = undefined;
    this.#everyMethod = undefined;
  }

  #table(method: string): MethodTable<T> {
    const tables = this.#tables ?? this.#compile();
    return tables[method] ?? (tables[ANY] as MethodTable<T>);
  }

  #compile(): Tables<T> {
    const built: { readonly routes: readonly Route<T>[]; readonly table: MethodTable<T> }[] = [];
    const tableOf = (method: string): MethodTable<T> => {
      const routes = this.#routes.filter((route) => route.method === method || route.method === ANY);
      const alike = built.find((other) => findAlike(other.routes, routes));
      if (alike !== undefined) return alike.table;
      const table = buildMethodTable(routes, this.#options);
      built.push({ routes, table });
      return table;
    };
    const methods = new Set([ANY, ...this.#routes.map(({ method }) => method)]);
    const tables: Tables<T> = Object.fromEntries([...methods].map((method) => [method, tableOf(method)]));
    this.#tables = Object.setPrototypeOf(tables, null) as Tables<T>;
    return this.#tables;
  }
}

/** Whether two methods have the same routes, as `GET` and `HEAD` usually do: then they share a table. */
function findAlike<T>(routes: readonly Route<T>[], others: readonly Route<T>[]): boolean {
  if (routes.length !== others.length) return false;
  return routes.every(({ method, value, forms }, at) => {
    const other = others[at] as Route<T>;
    return forms === other.forms && value === other.value && (method === ANY) === (other.method === ANY);
  });
}

function isCompiled(source: string | CompiledPattern): source is CompiledPattern {
  return typeof source === 'object' && source !== null;
}

function listingOf<T>({ method, pattern, value }: RouteListing<T>): RouteListing<T> {
  return { method, pattern, value };
}

/** One method or several, validated. */
function methodList(method: string | readonly string[]): readonly string[] {
  const methods: unknown = typeof method === 'string' ? [method] : method;
  if (!Array.isArray(methods)) {
    throw new TypeError(
      `Invalid \`method\`: expected a string or an array of strings, got ${inspectValue(method)}`,
    );
  }
  if (methods.length === 0)
    throw new TypeError('Invalid `method`: expected at least one method or `*`, got an empty array');
  for (const each of methods) expectType('method', each, 'string');
  return methods;
}
