/**
 * @module What a client asks for, and the best of what there is, in its own order: `Accept`, `Accept-Charset`,
 * `Accept-Encoding` and `Accept-Language` (RFC 9110 §12.5), with the results of Express's `req.accepts` and its like, also
 * for malformed values.
 *
 * `@nextpress/semantics/negotiation` is strict, and takes a list of codings for what the client knows, not for its order of
 * preference.
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
 * The media type that a client likes best.
 *
 * @param accept - the header's value; `undefined` when it wasn't sent, and then everything is accepted
 * @param offers - media types, the one you like best first
 * @returns one of the offers, or `undefined` when none is acceptable
 *
 * @example
 * import { acceptedMediaType } from '@nextpress/semantics/preferences';
 *
 * acceptedMediaType('text/*;q=0.5, application/json', ['text/html', 'application/json']); // => "application/json"
 */
export function acceptedMediaType(accept: string | undefined, offers: readonly string[]): string | undefined {
  return bestOffer(offers, parseAccepted(accept ?? '*/*').filter(hasSlash), readType, byType);
}

/** The media ranges that a client accepts, the one it likes best first, without their parameters. */
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
 * The charset that a client likes best. Without the field, or with `*`, it likes every one.
 *
 * @param acceptCharset - the field's value; `undefined` when it wasn't sent
 * @param offers - charsets, the one you like best first
 * @returns one of the offers, or `undefined` when none is acceptable
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

/** The charsets that a client accepts, the one it likes best first; `*` stands for all the others. */
export function acceptedCharsets(acceptCharset: string | undefined): string[] {
  return inOrder(parseAccepted(acceptCharset ?? '*'));
}

/**
 * The content coding that a client likes best. `identity`, no coding, is acceptable unless the field rules it out;
 * without the field it is the only one.
 *
 * @param acceptEncoding - the field's value; `undefined` when it wasn't sent
 * @param offers - content codings, the one you like best first
 * @returns one of the offers, or `undefined` when none is acceptable
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
  return bestOffer(offers, codings(acceptEncoding), lowerCase, byName);
}

/** The content codings that a client accepts, the one it likes best first, `identity` where nothing rules it out. */
export function acceptedEncodings(acceptEncoding: string | undefined): string[] {
  return inOrder(codings(acceptEncoding));
}

/** With `identity`, as the last and of the least weight, where the field says nothing of it. */
function codings(acceptEncoding: string | undefined): AcceptedElement[] {
  const elements = parseAccepted(acceptEncoding ?? '');
  if (elements.some(({ name }) => name === 'identity' || name === '*')) return elements;
  const weight = elements.reduce((least, element) => Math.min(least, element.weight || 1), 1);
  elements.push({ sent: 'identity', name: 'identity', parameters: new Map(), weight });
  return elements;
}

/**
 * The language that a client likes best. A range fits the tag that it is, then the tag that it specialises (`en-GB`
 * fits an offered `en`), then a tag that specialises it (`en` fits an offered `en-GB`). Without the field it likes
 * every one.
 *
 * @param acceptLanguage - the field's value; `undefined` when it wasn't sent
 * @param offers - language tags (RFC 5646), the one you like best first
 * @returns one of the offers, or `undefined` when none is acceptable
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

/** The language ranges that a client accepts, the one it likes best first. */
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
