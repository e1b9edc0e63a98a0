/** @module One element of `Accept-Charset`, `Accept-Encoding` or `Accept-Language` (RFC 9110 §12.4). */

import { skipToken, splitList } from './field-value.ts';
import { parseParameters } from './parameters.ts';
import { parseWeight } from './weight.ts';

export interface AcceptedElement {
  /** As it was sent. */
  readonly sent: string;
  /** In lower case. */
  readonly name: string;
  readonly weight: number;
}

/** How well an element fits an offer in lower case; -1 when it doesn't. */
export type Specificity = (offer: string, element: string) => number;

/** The elements in the order they were sent, without those that can't be read. */
export function parseAccepted(field: string): AcceptedElement[] {
  const elements: AcceptedElement[] = [];
  for (const element of splitList(field)) {
    const end = skipToken(element, 0);
    const weight = end === 0 ? undefined : weightOf(element, end);
    if (weight === undefined) continue;
    const sent = element.slice(0, end);
    elements.push({ sent, name: sent.toLowerCase(), weight });
  }
  return elements;
}

/** `undefined` when what follows the name can't be read. */
function weightOf(element: string, end: number): number | undefined {
  if (end === element.length) return 1;
  if (element.startsWith(';q=', end)) {
    const weight = parseWeight(element.slice(end + 3));
    if (weight !== undefined) return weight;
  }
  const parameters = parseParameters(element, end);
  return parameters === undefined ? undefined : parseWeight(parameters.get('q'));
}

/** The names that are accepted, the one of the greatest weight first. */
export function inOrder(elements: readonly AcceptedElement[]): string[] {
  const accepted = elements.filter(({ weight }) => weight > 0);
  return accepted.sort((a, b) => b.weight - a.weight).map(({ sent }) => sent);
}

/** Exactly the offer, or whatever isn't named. */
export function byName(offer: string, element: string): number {
  if (element === offer) return 1;
  return element === '*' ? 0 : -1;
}

/**
 * The offer whose most specific element has the greatest weight; among equals the more specific, then the client's
 * order, then the server's.
 */
export function bestOffer(
  offers: readonly string[],
  elements: readonly AcceptedElement[],
  specificity: Specificity,
): string | undefined {
  let best: string | undefined;
  let bestWeight = 0;
  let bestFit = -1;
  let bestPlace = -1;
  for (const offer of offers) {
    const place = placeOf(offer.toLowerCase(), elements, specificity);
    const element = elements[place];
    if (element === undefined || element.weight === 0) continue;
    const fit = specificity(offer.toLowerCase(), element.name);
    const lead = element.weight - bestWeight || fit - bestFit || bestPlace - place;
    if (lead > 0) {
      best = offer;
      bestWeight = element.weight;
      bestFit = fit;
      bestPlace = place;
    }
  }
  return best;
}

/**
 * The place of the element that decides about an offer: the most specific, of these the one of the greatest weight,
 * then the last.
 */
function placeOf(offer: string, elements: readonly AcceptedElement[], specificity: Specificity): number {
  let place = -1;
  let bestFit = -1;
  let bestWeight = 0;
  for (const [index, { name, weight }] of elements.entries()) {
    const fit = specificity(offer, name);
    if (fit === -1 || fit < bestFit || (fit === bestFit && weight < bestWeight)) continue;
    place = index;
    bestFit = fit;
    bestWeight = weight;
  }
  return place;
}
