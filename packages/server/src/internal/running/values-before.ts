/** @module The values that Express's last router restores on a request. */

/** The values of a request before its application. */
export type ValuesBefore = Readonly<Record<'baseUrl' | 'next' | 'params', unknown>>;

export const UNSET: ValuesBefore = { baseUrl: undefined, next: undefined, params: undefined };

const NAMES = ['baseUrl', 'next', 'params'] as const;

/** The values that another framework or application set on a request; `undefined` if none. */
export function valuesBefore(req: object): ValuesBefore | undefined {
  let values: ValuesBefore | undefined;
  for (const name of NAMES) {
    if (Object.hasOwn(req, name)) values = { ...(values ?? UNSET), [name]: req[name as never] };
  }
  return values;
}
