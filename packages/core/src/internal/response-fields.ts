import type { ServerResponse } from 'node:http';
import type { FieldValue } from '../response-helpers.ts';
import { contentTypeOf } from './content-type.ts';
import { mediaTypeOfExtension } from './media-types.ts';

type Fields = Readonly<Record<string, FieldValue>>;

/** `res.set` and `res.header`. */
export function setField<T extends ServerResponse>(this: T, field: string | Fields, value?: FieldValue): T {
  if (typeof field === 'string') setOne(this, field, value as FieldValue);
  else for (const [name, each] of Object.entries(field)) setOne(this, name, each);
  return this;
}

function setOne(res: ServerResponse, name: string, value: FieldValue): void {
  if (name.toLowerCase() === 'content-type') {
    if (typeof value === 'object') throw new TypeError('Content-Type takes one value; got a list.');
    res.setHeader(name, contentTypeOf(String(value)));
  } else if (typeof value === 'object') {
    res.setHeader(name, value.map(String));
  } else {
    // Node refuses `undefined` and says of which field; String() would send the word.
    res.setHeader(name, value === undefined ? value : String(value));
  }
}

/** `res.get`. */
export function getField(this: ServerResponse, name: string): number | string | string[] | undefined {
  return this.getHeader(name);
}

/** `res.type`. */
export function setType<T extends ServerResponse>(this: T, type: string): T {
  const known = type.includes('/') ? type : (mediaTypeOfExtension(type) ?? 'application/octet-stream');
  this.setHeader('Content-Type', contentTypeOf(known));
  return this;
}
