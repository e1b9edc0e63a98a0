/** @module The keyword `multipleOf`, by the decimal numbers that a client and the author of a schema have written. */

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** Below it, two decimals of the same scale are different numbers, and so are their quotients by a power of ten. */
const MAX_EXACT = 1e15;

/** Higher powers of ten are no exact numbers. */
const MAX_SCALE = 22;

/** Makes a test for multiples of a number. Both numbers are exact decimals: the shortest that stand for the same number. */
export function multipleOf(divisor: number): (value: number) => boolean {
  const [digits, exponent] = decimalOf(divisor);
  const scale = Math.max(0, -exponent);
  const power = scale > MAX_SCALE ? Number.POSITIVE_INFINITY : 10 ** scale;
  const scaledDivisor = Number(scaled(digits, exponent + scale));
  return (value) => {
    const scaledValue = Math.round(value * power);
    if (Math.abs(scaledValue) < MAX_EXACT && scaledDivisor < MAX_EXACT)
      return scaledValue / power === value && scaledValue % scaledDivisor === 0;
    return Number.isFinite(value) && isExactMultiple(value, digits, exponent);
  };
}

function isExactMultiple(value: number, divisorDigits: bigint, divisorExponent: number): boolean {
  const [digits, exponent] = decimalOf(value);
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
