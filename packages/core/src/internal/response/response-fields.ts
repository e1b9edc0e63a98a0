import type { ServerResponse } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import type { FieldValue } from '../../response-helpers.ts';
import { shown } from '../shown.ts';
import { contentTypeOf } from './content-type.ts';
import { throwFieldValue } from './response-error.ts';

type Fields = Readonly<Record<string, FieldValue>>;

const CONTENT_TYPE = 'content-type';

/** `res.set` and `res.header`. */
export function setField<T extends ServerResponse>(this: T, field: string | Fields, value?: FieldValue): T {
  if (typeof field === 'string') setOne(this, field, value);
  else {
    const fields = checkedFields(field);
    for (const name of Object.keys(fields)) setOne(this, name, fields[name]);
  }
  return this;
}

function setOne(res: ServerResponse, name: string, value: unknown): void {
  res.setHeader(name, typeof value === 'string' && !isContentType(name) ? value : sendable(name, value));
}

function sendable(name: string, value: unknown): string | string[] {
  if (isContentType(name)) return contentTypeOf(textOf(name, value));
  return Array.isArray(value) ? textsOf(name, value) : textOf(name, value);
}

/** Whether it is the field whose value `set` completes. */
export function isContentType(name: string): boolean {
  return name.length === CONTENT_TYPE.length && name.toLowerCase() === CONTENT_TYPE;
}

/** A copy, since Node keeps the list that it is given. */
function textsOf(name: string, values: readonly unknown[]): string[] {
  const texts = values.slice();
  for (let at = 0; at < texts.length; at++) {
    if (typeof texts[at] !== 'string') texts[at] = textOf(name, texts[at]);
  }
  return texts as string[];
}

/** Refuses what String() would send as `null`, `undefined` or `[object Object]`. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throwFieldValue(name, value);
}

/** A `Map`, a `Headers` or a list has no fields among its properties. */
function checkedFields(fields: unknown): Fields {
  if (typeof fields === 'object' && fields !== null && !(Symbol.iterator in fields)) return fields as Fields;
  throw new TypeError(`res.set() takes (name, value) or a plain object of fields; got ${shown(fields)}.`);
}

/** `res.get`. */
export function getField(this: ServerResponse, name: string): string | undefined {
  return this.getHeader(name) as string | undefined;
}

/** `res.type`. */
export function setType<T extends ServerResponse>(this: T, type: string): T {
  if (typeof type !== 'string') {
    throw new TypeError(`res.type() takes a media type or a file extension; got ${shown(type)}.`);
  }
  const known = type.includes('/') ? type : (mediaTypeOf(type) ?? 'application/octet-stream');
  this.setHeader('Content-Type', contentTypeOf(known));
  return this;
}
