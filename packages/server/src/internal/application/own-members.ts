/** Copies the members of its prototypes to an application, as Express does: Feathers and others check for own properties. */
export function ownMembers(app: object, prototype: object): void {
  for (let from = prototype; from !== Function.prototype; from = Object.getPrototypeOf(from)) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      // Accessors stay on the prototype: one of them may throw.
      if ('value' in descriptor && !Object.hasOwn(app, name))
        Object.defineProperty(app, name, { ...descriptor, enumerable: true });
    }
  }
}
