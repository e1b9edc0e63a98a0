/** @module One element of `Accept` and its like (RFC 9110 §12.4), as Express's dependencies read it. */

import { readLooseList } from './loose-value.ts';

export interface AcceptedElement {
  /** As it was sent. */
  readonly sent: string;
  /** In lower case. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly weight: number;
}

/** How well an element fits an offer; -1 when it doesn't. */
export type Specificity<Offer> = (offer: Offer, element: AcceptedElement) => number;

/** The elements in the order they were sent, without the empty ones. */
export function parseAccepted(field: string): AcceptedElement[] {
  const elements: AcceptedElement[] = [];
  for (const { value, parameters } of readLooseList(field)) {
    if (value === '') continue;
    const q = parameters.get('q');
    const weight = q ? Number.parseFloat(q) : 1;
    elements.push({ sent: value, name: value.toLowerCase(), parameters, weight });
  }
  return elements;
}

/** The names that are accepted, the one of the greatest weight first. */
export function inOrder(elements: readonly AcceptedElement[]): string[] {
  const accepted = elements.filter(({ weight }) => weight > 0);
  return accepted.sort((a, b) => b.weight - a.weight).map(({ sent }) => sent);
}

/** Exactly the offer, or whatever isn't named. */
export function byName(offer: string, { name }: AcceptedElement): number {
  if (name === offer) return 1;
  return name === '*' ? 0 : -1;
}

/**
 * The offer whose most specific element has the greatest weight; among equals the more specific, then the client's
 * order, then the server's. `read` is called once per offer.
 */
export function bestOffer<Offer>(
  offers: readonly string[],
  elements: readonly AcceptedElement[],
  read: (offer: string) => Offer,
  specificity: Specificity<Offer>,
): string | undefined {
  let best: string | undefined;
  let bestWeight = 0;
  let bestFit = -1;
  let bestPlace = -1;
  for (const offer of offers) {
    const offered = read(offer);
    const place = placeOf(offered, elements, specificity);
    const element = elements[place];
    if (element === undefined || !(element.weight > 0)) continue;
    const fit = specificity(offered, element);
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
function placeOf<Offer>(
  offer: Offer,
  elements: readonly AcceptedElement[],
  specificity: Specificity<Offer>,
): number {
  let place = -1;
  let bestFit = 0;
  let bestWeight = 0;
  for (const [index, element] of elements.entries()) {
    const fit = specificity(offer, element);
    if (fit === -1 || (fit - bestFit || element.weight - bestWeight || index - place) <= 0) continue;
    place = index;
    bestFit = fit;
    bestWeight = element.weight;
  }
  return place;
}
