/** A constructor that returns its argument, to which the fields of a class that extends it are then added. */
export const Existing = function (object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;
