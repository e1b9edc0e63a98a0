import { appendVary } from '@nextpress/semantics/vary';
import { shown } from '../shown.ts';
import type { HelpedResponse } from './helped-response.ts';

/** `res.vary`. */
export function vary(this: HelpedResponse, field: string | readonly string[]): HelpedResponse {
  const names = typeof field === 'string' ? field : joined(field);
  if (names !== undefined) this.setHeader('Vary', appendVary(varyOf(this), names));
  return this;
}

/** `undefined` for an empty list, which adds nothing. */
function joined(names: unknown): string | undefined {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw new TypeError(
      `res.vary() takes the name of a request field, or a list of names; got ${shown(names)}.`,
    );
  }
  return names.length === 0 ? undefined : names.join(', ');
}

/** The value of `Vary` so far, as one text. */
export function varyOf(res: HelpedResponse): string | undefined {
  const value = res.getHeader('Vary');
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') : value?.toString();
}
