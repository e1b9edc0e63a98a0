/** The first digit may be missing: Java's HTTP client sends `q=.2`. */
const WEIGHT = /^[01]?(?:\.\d{0,3})?$/;

/**
 * Reads a weight (RFC 9110 §12.4.2), the value of the parameter `q`.
 *
 * @returns 1 when there is none, `undefined` when it is malformed
 */
export function parseWeight(text: string | undefined): number | undefined {
  if (text === undefined) return 1;
  const weight = WEIGHT.test(text) ? Number.parseFloat(text) : Number.NaN;
  return weight >= 0 && weight <= 1 ? weight : undefined;
}
