import { invalidValue } from '@nextpress/semantics/options';
import type { ChainFunction, RegisteredRoute } from '../../types/application.ts';
import type { RouteValidator } from '../../types/route-options.ts';
import type { Path } from '../../types/values.ts';
import { joinPaths } from '../path/join-paths.ts';
import type { RouteEntry, SchemaPart } from './route-entry.ts';

/** A hook that sees each registration of an application or a scope. */
export type RouteHook = (route: RegisteredRoute) => void;

/** One path from an application down to a router or scope: the prefixes along it, and the hooks in order. */
interface Way {
  readonly prefix: Path;
  readonly hooks: readonly RouteHook[];
}

interface Outer {
  /** Weak, because a router in a module outlives the test applications that mount it. */
  readonly hooks: WeakRef<RouteHooks>;
  readonly prefix: Path;
}

/** The `onRoute` hooks of an application, a scope or a router. */
export class RouteHooks {
  readonly isApplication: boolean;
  #hooks: readonly RouteHook[] = [];
  #outer: Outer[] = [];

  constructor(isApplication: boolean) {
    this.isApplication = isApplication;
  }

  /** Adds a hook for registrations after this call. */
  addHook(hook: RouteHook): void {
    this.#hooks = [...this.#hooks, hook];
  }

  removeHooks(): void {
    this.#hooks = [];
  }

  /** Reports later registrations to the hooks of the application, scope or router that mounts this one. */
  mountIn(outer: RouteHooks, prefix: Path): void {
    const alive = this.#outer.filter(({ hooks }) => hooks.deref() !== undefined);
    this.#outer = [...alive, { hooks: new WeakRef(outer), prefix }];
  }

  /**
   * Calls the hooks for a registration, outermost first. A router that is not mounted has none yet.
   *
   * @throws Error if an application would not check the schema of the route
   */
  announce(entry: RouteEntry, prefix: Path = ''): void {
    for (const way of this.#ways()) announceTo(way, entry, prefix);
  }

  /**
   * The full paths of a path registered here, one for each place where this is mounted, including in mounted
   * applications.
   */
  pathsFor(path: Path, inner: readonly RouteHooks[] = []): Path[] {
    const found = this.#outer.flatMap(({ hooks, prefix }) => {
      const outer = hooks.deref();
      if (outer === undefined || inner.includes(outer)) return [];
      return outer.pathsFor(joinPaths(prefix, path), [...inner, this]);
    });
    return found.length === 0 ? [path] : found;
  }

  /** Every path from an application down to here, without cycles. */
  #ways(inner: readonly RouteHooks[] = []): Way[] {
    if (this.isApplication) return [{ prefix: '', hooks: this.#hooks }];
    const path = [...inner, this];
    return this.#outer.flatMap(({ hooks, prefix }) => {
      const outer = hooks.deref();
      if (outer === undefined || path.includes(outer)) return [];
      return outer.#ways(path).map((way) => ({
        prefix: joinPaths(way.prefix, prefix),
        hooks: [...way.hooks, ...this.#hooks],
      }));
    });
  }
}

/** A validator, with all parts that its hook checks. */
interface Validator {
  readonly validator: RouteValidator<ChainFunction>;
  readonly parts: readonly SchemaPart[];
}

function announceTo(way: Way, entry: RouteEntry, prefix: Path): void {
  if (way.hooks.length === 0 && !entry.lacksValidation) return;
  const path = joinPaths(joinPaths(way.prefix, prefix), entry.path);
  let added: readonly Validator[] = [];
  for (const hook of way.hooks) {
    const own = validatorsOf(hook, entry, path);
    // An inner scope's validator replaces an outer one's: both would convert the same values.
    added = [
      ...added.filter(({ parts }) => !own.some((other) => parts.some((part) => other.parts.includes(part)))),
      ...own,
    ];
  }
  if (!entry.isValidated) {
    const validations = added.flatMap(({ validator }) =>
      validator.create().map((handler) => ({ handler, parts: validator.parts })),
    );
    const about = added.findLast(({ validator }) => validator.status !== undefined);
    entry.validateWith(validations, about?.validator);
  }
  if (entry.lacksValidation) throw missingValidator(entry.describe(path));
}

/** The validators that a hook adds. All handlers of a hook check its parts together. */
function validatorsOf(hook: RouteHook, entry: RouteEntry, path: Path): Validator[] {
  const { methods, options, registeredAt, isValidated } = entry;
  const added: RouteValidator<ChainFunction>[] = [];
  let isOpen = true;
  const addValidator = (validator: RouteValidator<ChainFunction>): void => {
    if (!isOpen) {
      throw new Error(
        `Late validation of ${entry.describe(path)}: expected addValidation() to be called before the onRoute hook returns`,
      );
    }
    added.push(validator);
  };
  const addValidation = (handler: ChainFunction, parts: readonly SchemaPart[] = []): void => {
    if (typeof handler !== 'function' || handler.length > 3) {
      throw invalidValue(`validation of ${entry.describe(path)}`, 'a function (req, res, next)', handler);
    }
    addValidator({ parts, create: () => [handler] });
  };
  hook({ methods, path, options, registeredAt, isValidated, addValidation, addValidator });
  isOpen = false;
  const parts = [...new Set(added.flatMap((validator) => validator.parts))];
  return added.map((validator) => ({ validator, parts }));
}

function missingValidator(route: string): Error {
  return new Error(
    `Missing validator for ${route}: its schema is not checked until the plugin of @nextpress/validate is registered before the route: app.register(validate())`,
  );
}
