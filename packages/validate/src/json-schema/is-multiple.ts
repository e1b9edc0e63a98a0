/** @module Hot: the keyword `multipleOf`, by the decimal numbers that a client and the author of a schema have written. */

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** Whether a number is a multiple of another one. Both are exact decimals: the shortest that stand for the same number. */
export function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const [digits, exponent] = decimalOf(value);
  const [divisorDigits, divisorExponent] = decimalOf(divisor);
  const scale = Math.min(exponent, divisorExponent);
  return scaled(digits, exponent - scale) % scaled(divisorDigits, divisorExponent - scale) === 0n;
}

/** The digits of a number, and the power of ten that they are multiplied with. */
function decimalOf(value: number): readonly [digits: bigint, exponent: number] {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? [];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function scaled(digits: bigint, exponent: number): bigint {
  return digits * 10n ** BigInt(exponent);
}
