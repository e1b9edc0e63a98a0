/** @module Cold: runs once per application. */

/**
 * Gives an application the members of its prototypes as its own, as Express does when it makes one: Feathers and others
 * look for own properties before they add theirs.
 */
export function ownMembers(app: object, prototype: object): void {
  for (let from = prototype; from !== Function.prototype; from = Object.getPrototypeOf(from)) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (!Object.hasOwn(app, name)) Object.defineProperty(app, name, { ...descriptor, enumerable: true });
    }
  }
}
