/** @module Choosing a representation by what a client accepts (RFC 9110 §12.5). */

import { skipToken, splitList } from './internal/field-value.ts';
import { parseParameters } from './internal/parameters.ts';
import { parseWeight } from './internal/weight.ts';
import { type MediaType, parseMediaType } from './media-type.ts';
import { invalidValue } from './options.ts';

/** One element of `Accept`. */
interface AcceptedRange {
  readonly range: MediaType;
  readonly weight: number;
  /** The place in the field. */
  readonly position: number;
}

interface Fit {
  readonly accepted: AcceptedRange;
  readonly specificity: number;
}

/**
 * The offer that a client likes best, by `Accept` (RFC 9110 §12.5.1). The range that fits an offer most specifically
 * gives it its weight. Among offers of one weight the more specific fit wins, then the client's order, then yours.
 * An element that can't be read is left out.
 *
 * @param accept - the field's value; `undefined` when it wasn't sent, and then everything is accepted
 * @param offers - media types, the one you like best first
 * @returns one of the offers, or `undefined` when none is acceptable
 * @throws {TypeError} when an offer isn't a media type
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
  let best: Fit | undefined;
  let preferred: string | undefined;
  for (const offer of offers) {
    const type = parseMediaType(offer);
    if (type === undefined) throw invalidValue('offer', 'a media type', offer);
    const fit = mostSpecificFit(type, acceptedRanges);
    if (fit !== undefined && fit.accepted.weight > 0 && (best === undefined || isBetter(fit, best))) {
      best = fit;
      preferred = offer;
    }
  }
  return preferred;
}

/**
 * The media ranges that a client accepts, by `Accept`, the one it likes best first, without their parameters.
 *
 * @param accept - the field's value; `undefined` when it wasn't sent
 *
 * @example
 * import { acceptedMediaTypes } from '@nextpress/semantics/negotiation';
 *
 * acceptedMediaTypes('text/html;q=0.5, application/json'); // => ["application/json", "text/html"]
 */
export function acceptedMediaTypes(accept: string | undefined): string[] {
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

/** Of two ranges that say the same, the one of more weight. */
function mostSpecificFit(type: MediaType, acceptedRanges: readonly AcceptedRange[]): Fit | undefined {
  let best: Fit | undefined;
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

/** 0 when the range doesn't include the type; more, the more the range says. */
function specificityOf(type: MediaType, range: MediaType): number {
  if (range.essence !== type.essence) {
    const isWide = range.subtype === '*' && (range.type === '*' || range.type === type.type);
    if (!isWide) return 0;
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

function isBetter(fit: Fit, than: Fit): boolean {
  const { weight, position } = fit.accepted;
  if (weight !== than.accepted.weight) return weight > than.accepted.weight;
  if (fit.specificity !== than.specificity) return fit.specificity > than.specificity;
  return position < than.accepted.position;
}

/** Less than any weight that can be sent: those have three digits. */
const LAST_CHOICE = 0.0001;

/**
 * The content coding to use, by `Accept-Encoding` (RFC 9110 §12.5.3). Among codings of one weight your order decides,
 * because browsers list what they know, not what they prefer.
 *
 * `identity`, no coding, is acceptable unless the field rules it out; where the field says nothing of it, it comes after
 * everything that the field names. Without the field `identity` is preferred, because such a client may know no coding.
 *
 * @param acceptEncoding - the field's value; `undefined` when it wasn't sent
 * @param offers - content codings, the one you like best first
 * @returns one of the offers, or `undefined` when none is acceptable
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
  const others = weights.get('*');
  let preferred: string | undefined;
  let best = 0;
  for (const offer of offers) {
    const coding = canonicalCoding(offer);
    const unnamed = others ?? (coding === 'identity' ? LAST_CHOICE : 0);
    const weight = weights.get(coding) ?? unnamed;
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
    const coding = canonicalCoding(element.slice(0, end));
    weights.set(coding, Math.max(weight, weights.get(coding) ?? 0));
  }
  return weights;
}

/** In lower case, and without the `x-` of the two names that RFC 9110 §8.4.1 counts as aliases. */
function canonicalCoding(name: string): string {
  const lower = name.toLowerCase();
  return lower === 'x-gzip' || lower === 'x-compress' ? lower.slice(2) : lower;
}
