/** @module Cold: the options that are lists of names, checked and turned into header values. */

import { invalidOption } from '@nextpress/semantics/options';

/**
 * A list of tokens (RFC 9110 §5.6.2) as one field value; nothing when it is empty.
 *
 * @throws {TypeError} when it is no list, or has what isn't a name
 */
export function nameList(option: string, value: unknown, credentials: boolean): string | undefined {
  const list = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) throw invalidOption('cors', option, 'a list of names', value);
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
  throw invalidOption('cors', 'methods', `"${list.toUpperCase()}" (methods are case-sensitive)`, list);
}

function checkName(option: string, given: unknown, credentials: boolean): string {
  const name = typeof given === 'string' ? given.trim() : given;
  if (typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw invalidOption('cors', option, 'names such as "X-Total"', name);
  }
  if (name === '*' && credentials) {
    throw invalidOption('cors', option, 'names, because browsers take "*" literally with credentials', name);
  }
  return name;
}
