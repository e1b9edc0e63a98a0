/** A function as it is registered. */
export type Registered = (...args: never[]) => unknown;

/** The source text of a function, without comments and strings. */
export function sourceOf(handler: Registered): string {
  return Function.prototype.toString
    .call(handler)
    .replaceAll(/\/\/.*|\/\*[\s\S]*?\*\/|(["'])(?:\\.|(?!\1)[^\\\n])*\1/g, "''");
}

/** Whether a function may read arguments that it does not declare. */
export function readsAllArguments(handler: Registered): boolean {
  return /\.\.\.|\barguments\b|\[native code\]/.test(sourceOf(handler));
}
