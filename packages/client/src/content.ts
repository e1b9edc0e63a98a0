/** @module The body of a request: JSON, a form, or raw bytes. */

import { isPlain, nameOf, textOf } from './texts.ts';

/** The body and headers to pass to `fetch`. */
export type Content = Pick<RequestInit, 'body'> & { readonly duplex?: 'half' };

/**
 * Creates the body of a request, and sets the `Content-Type` of JSON unless the headers have one.
 *
 * @throws TypeError for values that cannot be sent
 */
export function contentOf(body: unknown, form: unknown, headers: Headers): Content {
  if (body !== undefined && form !== undefined)
    throw new TypeError('Invalid request: expected either "body" or "form", got both.');
  const given = form === undefined ? body : formOf(form);
  if (given === undefined) return {};
  // fetch() adds the boundary.
  if (given instanceof FormData) headers.delete('Content-Type');
  if (isBytes(given)) return { body: given, ...(given instanceof ReadableStream && { duplex: 'half' }) };
  if (typeof given === 'object' && given !== null && Symbol.asyncIterator in given)
    return { body: ReadableStream.from(given as AsyncIterable<Uint8Array>), duplex: 'half' };
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  return { body: JSON.stringify(given, checked) };
}

function isBytes(value: unknown): value is NonNullable<RequestInit['body']> & object {
  // A string is not a raw body: it is sent as JSON, as its schema says.
  return (
    [FormData, URLSearchParams, Blob, ReadableStream, ArrayBuffer].some((type) => value instanceof type) ||
    ArrayBuffer.isView(value)
  );
}

/** Rejects values that `JSON.stringify` would write as `null`, as `{}`, or as their internal properties. A bigint becomes a number, as in responses. */
function checked(name: string, value: unknown): unknown {
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  if (typeof value === 'number' ? Number.isFinite(value) : !isOpaque(value)) return value;
  const remedy =
    value instanceof Blob
      ? 'Send it as "form".'
      : 'pipe' in Object(value)
        ? 'Send a FormData, a web stream or a Readable.'
        : 'Convert it first.';
  const place = name === '' ? 'body' : `"${name}" in the body`;
  throw new TypeError(`Invalid ${place}: expected a JSON value, got ${nameOf(value)}. ${remedy}`);
}

function isOpaque(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPlain(value)) return false;
  return ArrayBuffer.isView(value) || 'pipe' in value || Object.keys(value).length === 0;
}

function formOf(form: unknown): FormData {
  if (form instanceof FormData) return form;
  if (!isPlain(form)) throw new TypeError(`Invalid form: expected an object, got ${nameOf(form)}.`);
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each instanceof Blob) data.append(name, each);
      else if (each !== undefined) data.append(name, textOf(`form "${name}"`, each));
    }
  }
  return data;
}
