import { appendVary } from '@nextpress/semantics/vary';
import type { HelpedResponse } from './helped-response.ts';
import { shown } from './shown.ts';

/** `res.vary`. */
export function vary(this: HelpedResponse, field: string | readonly string[]): HelpedResponse {
  const names = typeof field === 'string' ? [field] : field;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw new TypeError(
      `res.vary() takes the name of a request field, or a list of names; got ${shown(field)}.`,
    );
  }
  if (names.length > 0) this.setHeader('Vary', appendVary(varyOf(this), names.join(', ')));
  return this;
}

/** The value of `Vary` so far, as one text. */
export function varyOf(res: HelpedResponse): string | undefined {
  const value = res.getHeader('Vary');
  return Array.isArray(value) ? value.join(', ') : value?.toString();
}
