/** @module Parses and compares the elements of `Accept` and similar headers, as Express's dependencies do. */

import { readLooseList } from './loose-value.ts';

export interface AcceptedElement {
  /** As sent. */
  readonly sent: string;
  /** In lower case. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly weight: number;
}

/** How specifically an element matches an offer; -1 if it does not match. */
export type Specificity<Offer> = (offer: Offer, element: AcceptedElement) => number;

/** Parses the elements in the order they were sent, without empty ones. */
export function parseAccepted(header: string): AcceptedElement[] {
  const elements: AcceptedElement[] = [];
  for (const { value, parameters } of readLooseList(header)) {
    if (value === '') continue;
    const q = parameters.get('q');
    const weight = q ? Number.parseFloat(q) : 1;
    elements.push({ sent: value, name: value.toLowerCase(), parameters, weight });
  }
  return elements;
}

/** Returns the accepted names by descending weight. */
export function inOrder(elements: readonly AcceptedElement[]): string[] {
  const accepted = elements.filter(({ weight }) => weight > 0);
  return accepted.sort((a, b) => b.weight - a.weight).map(({ sent }) => sent);
}

/** Matches an offer by name, or by `*`. */
export function byName(offer: string, { name }: AcceptedElement): number {
  if (name === offer) return 1;
  return name === '*' ? 0 : -1;
}

/**
 * Returns the offer whose most specific element has the greatest weight. Among equals, the more specific match wins,
 * then the client's order, then the order of the offers.
 *
 * @param read - parses an offer
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
  let bestIndex = -1;
  for (const offer of offers) {
    const offered = read(offer);
    const index = indexOfMatch(offered, elements, specificity);
    const element = elements[index];
    if (element === undefined || !(element.weight > 0)) continue;
    const fit = specificity(offered, element);
    const lead = element.weight - bestWeight || fit - bestFit || bestIndex - index;
    if (lead > 0) {
      best = offer;
      bestWeight = element.weight;
      bestFit = fit;
      bestIndex = index;
    }
  }
  return best;
}

/** The index of the element that applies to an offer: the most specific, then the one with the greatest weight, then the last. */
function indexOfMatch<Offer>(
  offer: Offer,
  elements: readonly AcceptedElement[],
  specificity: Specificity<Offer>,
): number {
  let match = -1;
  let bestFit = 0;
  let bestWeight = 0;
  for (const [index, element] of elements.entries()) {
    const fit = specificity(offer, element);
    if (fit === -1 || (fit - bestFit || element.weight - bestWeight || index - match) <= 0) continue;
    match = index;
    bestFit = fit;
    bestWeight = element.weight;
  }
  return match;
}
