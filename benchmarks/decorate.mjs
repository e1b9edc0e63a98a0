/**
 * Decorators as TypeScript's compiler applies them, for NestJS without a step that compiles.
 *
 * @param {Function} target
 * @param {ClassDecorator} decorator
 * @param {Record<string, MethodDecorator[]>} [methods] Those of each method, in the order they'd be written in.
 */
export function decorate(target, decorator, methods = {}) {
  const { prototype } = target;
  for (const [name, decorators] of Object.entries(methods)) {
    const descriptor = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(prototype, name));
    for (const decorate of decorators.toReversed()) decorate(prototype, name, descriptor);
  }
  decorator(target);
}

/** A parameter's decorator among those of its method. @param {number} index @param {ParameterDecorator} decorator @returns {MethodDecorator} */
export const parameter = (index, decorator) => (prototype, name) => {
  decorator(/** @type {object} */ (prototype), name, index);
};
