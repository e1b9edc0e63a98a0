/** @module `req.accepts` and its like: what a client takes, or the best of what is offered (RFC 9110 §12.5). */

import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import {
  acceptedCharset,
  acceptedCharsets,
  acceptedEncoding,
  acceptedEncodings,
  acceptedLanguage,
  acceptedLanguages,
  acceptedMediaType,
  acceptedMediaTypes,
} from '@nextpress/semantics/preferences';

type Arguments = readonly (string | readonly string[])[];
type Result = string | false | string[];

/** `req.accepts`. */
export function accepts(this: IncomingMessage, ...types: Arguments): Result {
  const { accept } = this.headers;
  const offers = offersOf(types);
  if (offers.length === 0) return acceptedMediaTypes(accept);
  if (!accept) return offers[0] as string;
  const known = new Map<string, string>();
  for (const offer of offers) {
    const type = offer.indexOf('/') === -1 ? typeOf(offer) : offer;
    if (typeof type === 'string' && !known.has(type)) known.set(type, offer);
  }
  const preferred = acceptedMediaType(accept, [...known.keys()]);
  return preferred === undefined ? false : (known.get(preferred) ?? false);
}

/** A list among the offers is none, as in Express. */
function typeOf(offer: unknown): string | undefined {
  return typeof offer === 'string' ? mediaTypeOf(offer) : undefined;
}

/** `req.acceptsCharsets`. */
export function acceptsCharsets(this: IncomingMessage, ...charsets: Arguments): Result {
  const field = this.headers['accept-charset'] as string | undefined;
  const offers = offersOf(charsets);
  return offers.length === 0 ? acceptedCharsets(field) : acceptedCharset(field, offers) || false;
}

/** `req.acceptsEncodings`. */
export function acceptsEncodings(this: IncomingMessage, ...encodings: Arguments): Result {
  const field = this.headers['accept-encoding'] as string | undefined;
  const offers = offersOf(encodings);
  return offers.length === 0 ? acceptedEncodings(field) : acceptedEncoding(field, offers) || false;
}

/** `req.acceptsLanguages`. */
export function acceptsLanguages(this: IncomingMessage, ...languages: Arguments): Result {
  const field = this.headers['accept-language'];
  const offers = offersOf(languages);
  return offers.length === 0 ? acceptedLanguages(field) : acceptedLanguage(field, offers) || false;
}

/** What is given as arguments or as a list; nothing where the first is empty. */
function offersOf(given: Arguments): readonly string[] {
  const [first] = given;
  if (Array.isArray(first)) return first;
  return first ? (given as readonly string[]) : [];
}
