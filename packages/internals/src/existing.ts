/** A constructor that returns its argument, so that the fields of a derived class are added to it. */
export const Existing = function (object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;
