/**
 * Reads an option that is a number of things.
 *
 * @param {string} name Without its dashes.
 * @param {string} value
 * @throws Error that names the option
 */
export function count(name, value) {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} is "${value}": write a whole number from 1`);
}
