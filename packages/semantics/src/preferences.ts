/**
 * @module What a client asks for, and the best of what there is, in its own order: `Accept-Charset`, `Accept-Encoding` and
 * `Accept-Language` (RFC 9110 §12.5.2 to §12.5.4). Media types are `@nextpress/semantics/negotiation`'s.
 *
 * As `req.acceptsEncodings` and its like answer in Express. For the coding that a server sends, `preferredEncoding`
 * knows better: it takes a client's list for what it knows, not for its order of preference.
 */

import {
  type AcceptedElement,
  bestOffer,
  byName,
  inOrder,
  parseAccepted,
} from './internal/accepted-element.ts';

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
  return bestOffer(offers, parseAccepted(acceptCharset ?? '*'), byName);
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
  return bestOffer(offers, codings(acceptEncoding), byName);
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
  elements.push({ sent: 'identity', name: 'identity', weight });
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
  return bestOffer(offers, parseAccepted(acceptLanguage ?? '*'), byTag);
}

/** The language ranges that a client accepts, the one it likes best first. */
export function acceptedLanguages(acceptLanguage: string | undefined): string[] {
  return inOrder(parseAccepted(acceptLanguage ?? '*'));
}

function byTag(offer: string, range: string): number {
  if (range === offer) return 3;
  if (primary(range) === offer) return 2;
  if (range === primary(offer)) return 1;
  return range === '*' ? 0 : -1;
}

function primary(tag: string): string {
  const hyphen = tag.indexOf('-');
  return hyphen === -1 ? tag : tag.slice(0, hyphen);
}
