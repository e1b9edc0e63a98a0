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
    // Nobody else has the list, and no other `set` waits for it.
    return this.setHeader(name, [present, value]);
  }
  // Refused by `set`, if it is nothing that can be sent.
  const added = value as string | string[];
  const isOne = !Array.isArray(present) && !Array.isArray(added);
  return this.set(name, isOne ? [present, added] : [present, added].flat());
}
