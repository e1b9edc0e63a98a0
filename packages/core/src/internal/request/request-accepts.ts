/** @module `req.accepts` and related methods: content negotiation (RFC 9110 §12.5). */

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
  const offerByType = new Map<string, string>();
  for (const offer of offers) {
    const type = offer.indexOf('/') === -1 ? typeOf(offer) : offer;
    if (typeof type === 'string' && !offerByType.has(type)) offerByType.set(type, offer);
  }
  const preferred = acceptedMediaType(accept, [...offerByType.keys()]);
  return preferred === undefined ? false : (offerByType.get(preferred) ?? false);
}

/** Like Express, ignores offers that are not strings. */
function typeOf(offer: unknown): string | undefined {
  return typeof offer === 'string' ? mediaTypeOf(offer) : undefined;
}

/** `req.acceptsCharsets`. */
export function acceptsCharsets(this: IncomingMessage, ...charsets: Arguments): Result {
  const header = this.headers['accept-charset'] as string | undefined;
  const offers = offersOf(charsets);
  return offers.length === 0 ? acceptedCharsets(header) : acceptedCharset(header, offers) || false;
}

/** `req.acceptsEncodings`. */
export function acceptsEncodings(this: IncomingMessage, ...encodings: Arguments): Result {
  const header = this.headers['accept-encoding'] as string | undefined;
  const offers = offersOf(encodings);
  return offers.length === 0 ? acceptedEncodings(header) : acceptedEncoding(header, offers) || false;
}

/** `req.acceptsLanguages`. */
export function acceptsLanguages(this: IncomingMessage, ...languages: Arguments): Result {
  const header = this.headers['accept-language'];
  const offers = offersOf(languages);
  return offers.length === 0 ? acceptedLanguages(header) : acceptedLanguage(header, offers) || false;
}

/** Offers are passed as arguments or as one array. As in Express, an empty first argument means no offers. */
function offersOf(args: Arguments): readonly string[] {
  const [first] = args;
  if (Array.isArray(first)) return first;
  return first ? (args as readonly string[]) : [];
}
