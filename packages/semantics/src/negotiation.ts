/** @module Strict content negotiation (RFC 9110 §12.5). */

import { skipToken, splitList } from './internal/header-value.ts';
import { parseParameters } from './internal/parameters.ts';
import { parseWeight } from './internal/weight.ts';
import { type MediaType, parseMediaType } from './media-type.ts';
import { invalidValue } from './options.ts';

interface AcceptedRange {
  readonly range: MediaType;
  readonly weight: number;
  /** The index in the header. */
  readonly position: number;
}

interface Match {
  readonly accepted: AcceptedRange;
  readonly specificity: number;
}

/**
 * Returns the offer that the client prefers according to `Accept` (RFC 9110 §12.5.1). An offer gets the weight of the
 * most specific media range that matches it. Among offers with equal weight, the more specific match wins, then the
 * client's order, then the order of the offers. Malformed elements are ignored.
 *
 * @param accept - the value of the header; `undefined` accepts everything
 * @param offers - media types in order of preference
 * @returns one of the offers, or `undefined` if none is acceptable
 * @throws {TypeError} if an offer is not a media type
 *
 * @example
 * import { preferredMediaType } from '@nextpress/semantics/negotiation';
 *
 * preferredMediaType('text/*;q=0.5, application/json', ['text/html', 'application/json']); // => "application/json"
 * preferredMediaType('image/png', ['text/html']); // => undefined
 */
export function preferredMediaType(
  accept: string | undefined,
  offers: readonly string[],
): string | undefined {
  const acceptedRanges = parseAccept(accept ?? '*/*');
  let best: Match | undefined;
  let preferred: string | undefined;
  for (const offer of offers) {
    const type = parseMediaType(offer);
    if (type === undefined) throw invalidValue('offer', 'a media type', offer);
    const match = mostSpecificMatch(type, acceptedRanges);
    if (match !== undefined && match.accepted.weight > 0 && (best === undefined || isBetter(match, best))) {
      best = match;
      preferred = offer;
    }
  }
  return preferred;
}

/**
 * Returns the media ranges in `Accept`, in order of preference and without parameters.
 *
 * @param accept - the value of the header; `undefined` accepts everything
 *
 * @example
 * import { acceptedMediaRanges } from '@nextpress/semantics/negotiation';
 *
 * acceptedMediaRanges('text/html;q=0.5, application/json'); // => ["application/json", "text/html"]
 */
export function acceptedMediaRanges(accept: string | undefined): string[] {
  const accepted = parseAccept(accept ?? '*/*').filter(({ weight }) => weight > 0);
  return accepted.sort((a, b) => b.weight - a.weight).map(({ range }) => range.essence);
}

function parseAccept(accept: string): AcceptedRange[] {
  const acceptedRanges: AcceptedRange[] = [];
  for (const element of splitList(accept)) {
    const range = parseMediaType(element);
    const weight = parseWeight(range?.parameters.get('q'));
    if (range === undefined || weight === undefined) continue;
    acceptedRanges.push({ range, weight, position: acceptedRanges.length });
  }
  return acceptedRanges;
}

/** Returns the most specific range that matches; among equally specific ones, the range with the greatest weight. */
function mostSpecificMatch(type: MediaType, acceptedRanges: readonly AcceptedRange[]): Match | undefined {
  let best: Match | undefined;
  for (const accepted of acceptedRanges) {
    const specificity = specificityOf(type, accepted.range);
    if (specificity === 0) continue;
    const lead = best === undefined ? 1 : specificity - best.specificity;
    if (lead > 0 || (lead === 0 && accepted.weight > (best?.accepted.weight ?? 0))) {
      best = { accepted, specificity };
    }
  }
  return best;
}

/** Returns 0 if the range does not include the type. The more specific the range, the greater the value. */
function specificityOf(type: MediaType, range: MediaType): number {
  if (range.essence !== type.essence) {
    const isWildcard = range.subtype === '*' && (range.type === '*' || range.type === type.type);
    if (!isWildcard) return 0;
  }
  let hasParameters = 0;
  for (const [name, value] of range.parameters) {
    if (name === 'q') continue;
    if (type.parameters.get(name)?.toLowerCase() !== value.toLowerCase()) return 0;
    hasParameters = 1;
  }
  if (range.type === '*') return 1 + hasParameters;
  return (range.subtype === '*' ? 3 : 5) + hasParameters;
}

function isBetter(match: Match, than: Match): boolean {
  const { weight, position } = match.accepted;
  if (weight !== than.accepted.weight) return weight > than.accepted.weight;
  if (match.specificity !== than.specificity) return match.specificity > than.specificity;
  return position < than.accepted.position;
}

/** Less than any weight that a header can express: weights have at most three decimals. */
const LOWEST_WEIGHT = 0.0001;

/**
 * Returns the content encoding to use according to `Accept-Encoding` (RFC 9110 §12.5.3). Among encodings with equal
 * weight, the order of the offers decides, because browsers list what they support, not what they prefer.
 *
 * `identity`, which means no encoding, is acceptable unless the header excludes it. If the header does not mention it,
 * every encoding that the header names is preferred to it. Without the header, `identity` is preferred, because the
 * client may not support any encoding.
 *
 * @param acceptEncoding - the value of the header, if it was sent
 * @param offers - content encodings in order of preference
 * @returns one of the offers, or `undefined` if none is acceptable
 *
 * @example
 * import { preferredEncoding } from '@nextpress/semantics/negotiation';
 *
 * preferredEncoding('gzip, deflate, br', ['br', 'gzip', 'identity']); // => "br"
 * preferredEncoding('gzip;q=0.5', ['br', 'gzip', 'identity']); // => "gzip"
 * preferredEncoding(undefined, ['br', 'gzip', 'identity']); // => "identity"
 */
export function preferredEncoding(
  acceptEncoding: string | undefined,
  offers: readonly string[],
): string | undefined {
  if (acceptEncoding === undefined) return offers.includes('identity') ? 'identity' : offers[0];
  const weights = parseAcceptEncoding(acceptEncoding);
  const wildcard = weights.get('*');
  let preferred: string | undefined;
  let best = 0;
  for (const offer of offers) {
    const encoding = canonicalEncoding(offer);
    const unnamed = wildcard ?? (encoding === 'identity' ? LOWEST_WEIGHT : 0);
    const weight = weights.get(encoding) ?? unnamed;
    if (weight > best) {
      best = weight;
      preferred = offer;
    }
  }
  return preferred;
}

function parseAcceptEncoding(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of splitList(acceptEncoding)) {
    const end = skipToken(element, 0);
    const parameters = end === 0 ? undefined : parseParameters(element, end);
    const weight = parseWeight(parameters?.get('q'));
    if (parameters === undefined || weight === undefined) continue;
    const encoding = canonicalEncoding(element.slice(0, end));
    weights.set(encoding, Math.max(weight, weights.get(encoding) ?? 0));
  }
  return weights;
}

/** In lower case, with the aliases of RFC 9110 §8.4.1 replaced. */
function canonicalEncoding(name: string): string {
  const lower = name.toLowerCase();
  return lower === 'x-gzip' || lower === 'x-compress' ? lower.slice(2) : lower;
}
