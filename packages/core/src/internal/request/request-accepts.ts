/** @module `req.accepts` and its like: what a client takes, or the best of what is offered (RFC 9110 §12.5). */

import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { acceptedMediaTypes, preferredMediaType } from '@nextpress/semantics/negotiation';
import {
  acceptedCharset,
  acceptedCharsets,
  acceptedEncoding,
  acceptedEncodings,
  acceptedLanguage,
  acceptedLanguages,
} from '@nextpress/semantics/preferences';
import { shown } from '../shown.ts';
import { givenList } from './given-list.ts';

type Arguments = readonly (string | readonly string[])[];
type Answer = string | false | string[];

/** `req.accepts`. */
export function accepts(this: IncomingMessage, ...types: Arguments): Answer {
  const { accept } = this.headers;
  const offers = offersOf('accepts', types);
  const [first] = offers;
  if (first === undefined) return acceptedMediaTypes(accept);
  if (accept === undefined || accept === '') return first;
  const known = new Map<string, string>();
  for (const offer of offers) {
    const type = offer.includes('/') ? offer : mediaTypeOf(offer);
    if (type !== undefined && !known.has(type)) known.set(type, offer);
  }
  const preferred = preferredMediaType(accept, [...known.keys()]);
  return preferred === undefined ? false : (known.get(preferred) ?? false);
}

/** `req.acceptsCharsets`. */
export function acceptsCharsets(this: IncomingMessage, ...charsets: Arguments): Answer {
  const field = this.headers['accept-charset'] as string | undefined;
  const offers = offersOf('acceptsCharsets', charsets);
  return offers.length === 0 ? acceptedCharsets(field) : (acceptedCharset(field, offers) ?? false);
}

/** `req.acceptsEncodings`. */
export function acceptsEncodings(this: IncomingMessage, ...encodings: Arguments): Answer {
  const field = this.headers['accept-encoding'] as string | undefined;
  const offers = offersOf('acceptsEncodings', encodings);
  return offers.length === 0 ? acceptedEncodings(field) : (acceptedEncoding(field, offers) ?? false);
}

/** `req.acceptsLanguages`. */
export function acceptsLanguages(this: IncomingMessage, ...languages: Arguments): Answer {
  const field = this.headers['accept-language'];
  const offers = offersOf('acceptsLanguages', languages);
  return offers.length === 0 ? acceptedLanguages(field) : (acceptedLanguage(field, offers) ?? false);
}

function offersOf(method: string, given: Arguments): readonly string[] {
  const offers = givenList(given);
  for (const offer of offers) {
    if (typeof offer === 'string') continue;
    throw new TypeError(`req.${method}() takes texts, or a list of them; got ${shown(offer)}.`);
  }
  return offers as readonly string[];
}
