/** What a helper is given as arguments, or as a list; nothing when it is given `undefined`. */
export function givenList(given: readonly unknown[]): readonly unknown[] {
  const [first] = given;
  if (Array.isArray(first)) return first;
  return first === undefined ? [] : given;
}
