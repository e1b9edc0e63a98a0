/**
 * @module Content negotiation with the same results as Express's `req.accepts` methods, even for malformed values. For
 * strict negotiation, see `@nextpress/semantics/negotiation`.
 */

import {
  type AcceptedElement,
  bestOffer,
  byName,
  inOrder,
  parseAccepted,
} from './internal/accepted-element.ts';
import { type LooseValue, readLoosely } from './internal/loose-value.ts';

/**
 * Returns the media type that the client prefers.
 *
 * @param accept - the value of the header; `undefined` accepts everything
 * @param offers - media types in order of preference
 * @returns one of the offers, or `undefined` if none is acceptable
 *
 * @example
 * import { acceptedMediaType } from '@nextpress/semantics/preferences';
 *
 * acceptedMediaType('text/*;q=0.5, application/json', ['text/html', 'application/json']); // => "application/json"
 */
export function acceptedMediaType(accept: string | undefined, offers: readonly string[]): string | undefined {
  return bestOffer(offers, parseAccepted(accept ?? '*/*').filter(hasSlash), readType, byType);
}

/** The media ranges that the client accepts, in order of preference and without parameters. */
export function acceptedMediaTypes(accept: string | undefined): string[] {
  return inOrder(parseAccepted(accept ?? '*/*').filter(hasSlash));
}

function hasSlash({ name }: AcceptedElement): boolean {
  return name.includes('/');
}

interface OfferedType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: LooseValue['parameters'];
}

function readType(offer: string): OfferedType {
  const { value, parameters } = readLoosely(offer);
  return { ...partsOf(value.toLowerCase()), parameters };
}

function partsOf(name: string): { readonly type: string; readonly subtype: string } {
  const slash = name.indexOf('/');
  return { type: name.slice(0, slash), subtype: name.slice(slash + 1) };
}

function byType(offer: OfferedType, { name, parameters }: AcceptedElement): number {
  const { type, subtype } = partsOf(name);
  if ((type !== offer.type && type !== '*') || (subtype !== offer.subtype && subtype !== '*')) return -1;
  let fit = (type === offer.type ? 4 : 0) + (subtype === offer.subtype ? 2 : 0);
  for (const [parameter, value] of parameters) {
    if (parameter === 'q') continue;
    const offered = offer.parameters.get(parameter) ?? '';
    if (value !== '*' && value.toLowerCase() !== offered.toLowerCase()) return -1;
    fit |= 1;
  }
  return fit;
}

/**
 * Returns the charset that the client prefers.
 *
 * @param acceptCharset - the value of the header; `undefined` accepts everything
 * @param offers - charsets in order of preference
 * @returns one of the offers, or `undefined` if none is acceptable
 *
 * @example
 * import { acceptedCharset } from '@nextpress/semantics/preferences';
 *
 * acceptedCharset('iso-8859-1;q=0.5, utf-8', ['iso-8859-1', 'utf-8']); // => "utf-8"
 */
export function acceptedCharset(
  acceptCharset: string | undefined,
  offers: readonly string[],
): string | undefined {
  return bestOffer(offers, parseAccepted(acceptCharset ?? '*'), lowerCase, byName);
}

/** The charsets that the client accepts, in order of preference. `*` stands for all others. */
export function acceptedCharsets(acceptCharset: string | undefined): string[] {
  return inOrder(parseAccepted(acceptCharset ?? '*'));
}

/**
 * Returns the content encoding that the client prefers. `identity`, which means no encoding, is acceptable unless the
 * header excludes it.
 *
 * @param acceptEncoding - the value of the header; `undefined` accepts only `identity`
 * @param offers - content encodings in order of preference
 * @returns one of the offers, or `undefined` if none is acceptable
 *
 * @example
 * import { acceptedEncoding } from '@nextpress/semantics/preferences';
 *
 * acceptedEncoding('br, gzip', ['gzip', 'br']); // => "br"
 * acceptedEncoding(undefined, ['gzip']); // => undefined
 */
export function acceptedEncoding(
  acceptEncoding: string | undefined,
  offers: readonly string[],
): string | undefined {
  return bestOffer(offers, parseEncodings(acceptEncoding), lowerCase, byName);
}

/** The content encodings that the client accepts, in order of preference, including `identity` unless the header excludes it. */
export function acceptedEncodings(acceptEncoding: string | undefined): string[] {
  return inOrder(parseEncodings(acceptEncoding));
}

/** The elements of the header, with `identity` as the last choice unless the header mentions it. */
function parseEncodings(acceptEncoding: string | undefined): AcceptedElement[] {
  const elements = parseAccepted(acceptEncoding ?? '');
  if (elements.some(({ name }) => name === 'identity' || name === '*')) return elements;
  const weight = elements.reduce((least, element) => Math.min(least, element.weight || 1), 1);
  elements.push({ sent: 'identity', name: 'identity', parameters: new Map(), weight });
  return elements;
}

/**
 * Returns the language that the client prefers. An exact match is the most specific, then a more general offer (`en`
 * for `en-GB`), then a more specific one (`en-GB` for `en`).
 *
 * @param acceptLanguage - the value of the header; `undefined` accepts everything
 * @param offers - language tags (RFC 5646) in order of preference
 * @returns one of the offers, or `undefined` if none is acceptable
 *
 * @example
 * import { acceptedLanguage } from '@nextpress/semantics/preferences';
 *
 * acceptedLanguage('de-AT, en;q=0.5', ['en-GB', 'de']); // => "de"
 */
export function acceptedLanguage(
  acceptLanguage: string | undefined,
  offers: readonly string[],
): string | undefined {
  return bestOffer(offers, parseAccepted(acceptLanguage ?? '*'), readTag, byTag);
}

/** The language ranges that the client accepts, in order of preference. */
export function acceptedLanguages(acceptLanguage: string | undefined): string[] {
  return inOrder(parseAccepted(acceptLanguage ?? '*'));
}

function lowerCase(offer: string): string {
  return offer.toLowerCase();
}

function readTag(offer: string): string {
  return readLoosely(offer).value.toLowerCase();
}

function byTag(offer: string, { name: range }: AcceptedElement): number {
  if (offer === '') return -1;
  if (range === offer) return 3;
  if (primary(range) === offer) return 2;
  if (range === primary(offer)) return 1;
  return range === '*' ? 0 : -1;
}

function primary(tag: string): string {
  const hyphen = tag.indexOf('-');
  return hyphen === -1 ? tag : tag.slice(0, hyphen);
}
