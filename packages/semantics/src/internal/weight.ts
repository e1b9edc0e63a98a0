/** Accepts a missing first digit, because Java's HTTP client sends `q=.2`. */
const WEIGHT = /^[01]?(?:\.\d{0,3})?$/;

/**
 * Parses a weight (RFC 9110 §12.4.2), the value of the parameter `q`.
 *
 * @returns 1 if there is no weight, `undefined` if it is malformed
 */
export function parseWeight(text: string | undefined): number | undefined {
  if (text === undefined) return 1;
  const weight = WEIGHT.test(text) ? Number.parseFloat(text) : Number.NaN;
  return weight >= 0 && weight <= 1 ? weight : undefined;
}
