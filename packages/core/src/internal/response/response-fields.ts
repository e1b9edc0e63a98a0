import type { ServerResponse } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import type { FieldValue } from '../../response-helpers.ts';
import { contentTypeOf } from './content-type.ts';
import type { HelpedResponse } from './helped-response.ts';

type Fields = Readonly<Record<string, FieldValue>>;

const CONTENT_TYPE = 'content-type';

/** `res.set` and `res.header`. */
export function setField(
  this: HelpedResponse,
  field: string | Fields,
  ...values: [value?: unknown]
): HelpedResponse {
  // A value of `undefined` is sent as text. With further arguments, Express takes the name for an object of headers.
  if (values.length === 1) setOne(this, field as string, values[0]);
  else for (const name in field as Fields) this.set(name, (field as Fields)[name] as FieldValue);
  return this;
}

function setOne(res: ServerResponse, name: string, value: unknown): void {
  if (isContentType(name)) res.setHeader(name, contentTypeOf(typeOf(value)) as string);
  else if (typeof value === 'string') res.setHeader(name, value);
  else res.setHeader(name, Array.isArray(value) ? value.map(String) : String(value));
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) throw new TypeError('Content-Type cannot be set to an Array');
  return String(value);
}

/** Whether it is the header whose value `set` completes. */
export function isContentType(name: string): boolean {
  return name.length === CONTENT_TYPE.length && name.toLowerCase() === CONTENT_TYPE;
}

/** `res.get`. */
export function getField(this: ServerResponse, name: string): string | undefined {
  return this.getHeader(name) as string | undefined;
}

function lookUp(type: unknown): string | undefined {
  return typeof type === 'string' ? mediaTypeOf(type) : undefined;
}

/** `res.type`. */
export function setType(this: HelpedResponse, type: string): HelpedResponse {
  const known = type.indexOf('/') === -1 ? (lookUp(type) ?? 'application/octet-stream') : type;
  return this.setHeader('Content-Type', contentTypeOf(known) as string);
}
