import type { FieldValue } from '../../response-helpers.ts';
import type { HelpedResponse } from './helped-response.ts';
import { isContentType, setField } from './response-fields.ts';

/** `res.append`. */
export function append(this: HelpedResponse, name: string, value?: FieldValue): HelpedResponse {
  const present = this.getHeader(name);
  // As in Express: an empty value is no value.
  if (!present) return this.set(name, value as FieldValue);
  if (
    typeof present === 'string' &&
    typeof value === 'string' &&
    this.set === setField &&
    !isContentType(name)
  ) {
    return this.setHeader(name, [present, value]);
  }
  return this.set(name, [present, value as string].flat());
}
