/** Whether two values of JSON are equal. The time is limited by the smaller one. */
export function areEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return Array.isArray(one) ? areEqualLists(one, other) : areEqualObjects(one, other);
}

function areEqualLists(one: readonly unknown[], other: object): boolean {
  return (
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => areEqual(item, other[index]))
  );
}

function areEqualObjects(one: object, other: object): boolean {
  const names = Object.keys(one);
  return (
    !Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && areEqual(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}
