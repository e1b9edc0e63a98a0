/** @module Cold: validates options that are lists of names, and joins them into header values. */

import { invalidOption } from '@nextpress/semantics/options';

/**
 * Joins header names (RFC 9110 §5.6.2) into one header value; `undefined` for an empty list.
 *
 * @throws {TypeError} for a value that is not a list of names
 */
export function nameList(option: string, value: unknown, credentials: boolean): string | undefined {
  const list = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) throw invalidOption('cors', option, 'a list of names', value);
  const names = list.map((name: unknown) => checkName(option, name, credentials));
  return names.length === 0 ? undefined : names.join(',');
}

/**
 * Joins methods, which are case-sensitive, into one header value.
 *
 * @throws {TypeError} for a value that is not a list of names in upper case
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
