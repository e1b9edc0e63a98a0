/** @module Cold: the options that are lists of names, checked and turned into field values. */

/**
 * A list of tokens (RFC 9110 §5.6.2) as one field value; nothing when it is empty.
 *
 * @throws {TypeError} when it is no list, or has what isn't a name
 */
export function nameList(option: string, value: unknown, credentials: boolean): string | undefined {
  const list = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) {
    const remedy =
      typeof value === 'function'
        ? `to choose them per request write cors((req) => ({ ${option}: … }))`
        : 'write a list of names';
    throw new TypeError(
      `cors: option "${option}" is ${value === null ? 'null' : `of type ${typeof value}`}; ${remedy}`,
    );
  }
  const names = list.map((name: unknown) => checkName(option, name, credentials));
  return names.length === 0 ? undefined : names.join(',');
}

/**
 * The same for methods, which are case-sensitive.
 *
 * @throws {TypeError} when one isn't in upper case, too
 */
export function methodList(value: unknown, credentials: boolean): string | undefined {
  const list = nameList('methods', value, credentials);
  if (list === undefined || list === list.toUpperCase()) return list;
  throw new TypeError(
    `cors: option "methods" is "${list}", but methods are case-sensitive; write "${list.toUpperCase()}"`,
  );
}

function checkName(option: string, given: unknown, credentials: boolean): string {
  const name = typeof given === 'string' ? given.trim() : given;
  if (typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new TypeError(`cors: option "${option}" has ${JSON.stringify(name)}, which is not a name`);
  }
  if (name === '*' && credentials) {
    throw new TypeError(
      `cors: option "${option}" has '*', which browsers take literally when option "credentials" is true; ` +
        'write the names',
    );
  }
  return name;
}
