/** @module Properties that a scope adds to requests or responses: `decorateRequest` and `decorateResponse`. */

import { invalidValue } from '@nextpress/semantics/options';
import type { ScopeNode } from './scope-node.ts';

/** What is decorated, for error messages. */
type Kind = 'request' | 'response';

/** Returns the scope that a message is in; `undefined` outside the application. */
export type ScopeOf<Message> = (message: Message) => ScopeNode | undefined;

interface Declaration {
  readonly scope: ScopeNode;
  readonly value: unknown;
}

const NAMES = { request: 'req', response: 'res' } as const;
const DECORATORS = { request: 'decorateRequest', response: 'decorateResponse' } as const;

/** The decorations of the messages of one application. */
export class Decorations<Message extends object> {
  readonly #kind: Kind;
  readonly #scopeOf: ScopeOf<Message>;
  readonly #declared = new Map<string, Declaration[]>();
  readonly #prototypes = new Map<string, object>();

  constructor(kind: Kind, scopeOf: ScopeOf<Message>) {
    this.#kind = kind;
    this.#scopeOf = scopeOf;
  }

  /**
   * Declares a property for a scope and its nested scopes.
   *
   * @param sample - a message; the names of its properties are taken
   * @throws TypeError for an invalid name or default; Error when the name is taken
   */
  declare(prototype: object, sample: object, scope: ScopeNode, name: string, value: unknown): void {
    const method = DECORATORS[this.#kind];
    checkArguments(method, name, value);
    const declared = this.#declared.get(name) ?? [];
    const other = declared.find((each) => each.scope.contains(scope) || scope.contains(each.scope));
    if (other !== undefined || (declared.length === 0 && name in sample)) {
      const taken =
        other === undefined
          ? 'the name of an existing property'
          : `the name of a property of ${describe(other.scope)}`;
      throw new Error(
        `Duplicate ${method}('${name}') in ${describe(scope)}: expected a new name, got ${taken}`,
      );
    }
    declared.push({ scope, value });
    if (this.#declared.has(name)) return;
    this.#declared.set(name, declared);
    this.#prototypes.set(name, prototype);
    Object.defineProperty(prototype, name, this.#accessor(name, declared));
  }

  /** Removes the properties of a scope and its nested scopes. */
  discard(scope: ScopeNode): void {
    for (const [name, declared] of this.#declared) {
      const others = declared.filter((each) => !scope.contains(each.scope));
      declared.splice(0, declared.length, ...others);
      if (others.length > 0) continue;
      Reflect.deleteProperty(this.#prototypes.get(name) as object, name);
      this.#declared.delete(name);
    }
  }

  #accessor(name: string, declared: readonly Declaration[]): PropertyDescriptor {
    const key = Symbol(name);
    const find = (message: Message): Declaration => {
      const scope = this.#scopeOf(message);
      const found = scope && declared.find((each) => each.scope.contains(scope));
      if (found === undefined) throw this.#outside(name, declared, scope);
      return found;
    };
    return {
      get(this: Message & Record<symbol, unknown>) {
        const { value } = find(this);
        const own = this[key];
        return own === undefined && !Object.hasOwn(this, key) ? value : own;
      },
      set(this: Message & Record<symbol, unknown>, value: unknown) {
        find(this);
        (this as Record<symbol, unknown>)[key] = value;
      },
      configurable: true,
    };
  }

  #outside(name: string, declared: readonly Declaration[], scope: ScopeNode | undefined): Error {
    const expected = declared.map((each) => describe(each.scope)).join(' or ');
    const actual = scope === undefined ? 'one outside of the application' : `one in ${describe(scope)}`;
    return new Error(
      `${NAMES[this.#kind]}.${name} is not available here: expected a ${this.#kind} in ${expected}, got ${actual}`,
    );
  }
}

function checkArguments(method: string, name: unknown, value: unknown): void {
  if (typeof name !== 'string' || name === '') {
    throw invalidValue(`name in ${method}()`, "a string such as 'user'", name);
  }
  if (typeof value !== 'object' || value === null) return;
  throw new TypeError(
    `Invalid default in ${method}('${name}'): expected a primitive value, null, undefined or a function, got an object, which all requests would share. Use null, and assign an object in an onRequest hook`,
  );
}

function describe({ name, prefix }: ScopeNode): string {
  return `scope "${name}"${prefix === '' ? '' : ` (${prefix})`}`;
}
