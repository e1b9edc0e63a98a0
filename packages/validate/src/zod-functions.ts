/** @module Cold: finds out whether a schema of zod 4 has functions for which zod may have to wait. */

/** The part of schemas and checks that says what they are made of. */
interface ZodPart {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>>; readonly innerType?: unknown };
}

/** Functions in a definition whose results zod does not wait for. */
const SYNCHRONOUS: ReadonlySet<string> = new Set([
  'catchValue',
  'defaultValue',
  'error',
  'getter',
  'reverseTransform',
  'tx',
  'when',
]);

/** Kinds whose functions are not in the definition, or that wait for the value itself. */
const WAITING: ReadonlySet<unknown> = new Set(['custom', 'function', 'promise']);

/** Whether a check or a transformation of the schema may be asynchronous. Without one, zod need not be asked to wait. */
export function mayReturnPromises(schema: object): boolean {
  const seen = new Set<object>();
  const pending: unknown[] = [schema];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (!isPart(value)) {
      pending.push(...Object.values(value));
      continue;
    }
    const { def } = value._zod;
    if (WAITING.has(def.type) || WAITING.has(def.check)) return true;
    for (const [name, content] of Object.entries(def)) {
      if (typeof content === 'function' && !SYNCHRONOUS.has(name)) return true;
      pending.push(content);
    }
    if (def.type === 'lazy') pending.push(value._zod.innerType);
  }
  return false;
}

function isPart(value: object): value is ZodPart {
  return typeof (value as Partial<ZodPart>)._zod?.def === 'object';
}
