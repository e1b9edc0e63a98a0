import type { FieldValue } from '../response-helpers.ts';
import type { HelpedResponse } from './helped-response.ts';

/** `res.append`. */
export function append(this: HelpedResponse, name: string, value?: FieldValue): HelpedResponse {
  const present = this.getHeader(name) as FieldValue | undefined;
  // As in Express: an empty value is no value.
  return this.set(name, (present ? [present, value].flat() : value) as FieldValue);
}
