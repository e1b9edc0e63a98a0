/** @module Cold: the regular expressions in Express 4 layers, which tools read. */
import { type Express4Param, Express4Source, ending } from './internal/express/express4-source.ts';

/** An Express 4 path. */
export type Express4Path = string | RegExp | readonly Express4Path[];

/** How a path is read. */
export interface Express4RegExpOptions {
  readonly caseSensitive: boolean;
  /** Whether the whole path must match. */
  readonly end: boolean;
  readonly strict: boolean;
}

/** A group of an {@link Express4RegExp}: a parameter, or an unnamed group with a number as its name. */
export interface Express4Key {
  readonly name: string | number;
  readonly optional: boolean;
  readonly offset: number;
}

/** A path as Express 4 layers expose it. */
export interface Express4RegExp {
  readonly regexp: RegExp;
  readonly keys: Express4Key[];
}

/** A group with or without a name, or an escape. */
const GROUP = /\\.|\((?:\?<([^=!][^>]*)>)?(?!\?)/g;

/**
 * Converts a path like path-to-regexp 0.1, which Express 4 uses. The result is only for tools to read: matching with it
 * can take exponential time.
 *
 * @throws SyntaxError if the path is malformed
 *
 * @example
 * import { express4RegExp } from '@nextpress/router';
 *
 * const { regexp, keys } = express4RegExp('/users/:id?', { end: true, strict: false, caseSensitive: false });
 * regexp.test('/Users/7'); // => true
 * keys.map(({ name }) => name); // => ['id']
 */
export function express4RegExp(path: Express4Path, options: Express4RegExpOptions): Express4RegExp {
  const parts = ([path] as unknown[]).flat(Number.POSITIVE_INFINITY) as (string | RegExp)[];
  const written = parts.map((part) => (part instanceof RegExp ? ofRegExp(part) : ofPattern(part, options)));
  const source = written.map((part) => part.source).join('|');
  const isRegExp = path instanceof RegExp;
  const flags = options.caseSensitive ? '' : 'i';
  return {
    regexp: isRegExp ? new RegExp(path) : new RegExp(source, flags),
    keys: written.flatMap(({ keys }) => keys),
  };
}

interface Written {
  readonly source: string;
  readonly keys: Express4Key[];
}

function ofRegExp({ source }: RegExp): Written {
  return { source, keys: withUnnamed([], source) };
}

function ofPattern(pattern: string, options: Express4RegExpOptions): Written {
  const { source, keys } = new Express4Source(pattern).write();
  return { source: `^${source}${ending(source, options)}`, keys: withUnnamed(keys, source) };
}

/** Adds the groups without a parameter, with their numbers as names. */
function withUnnamed(keys: readonly Express4Param[], source: string): Express4Key[] {
  const all: Express4Key[] = [...keys];
  let unnamed = 0;
  let at = 0;
  for (const { 0: text, 1: name, index } of source.matchAll(GROUP)) {
    if (text.startsWith('\\')) continue;
    const next = all[at];
    if (next === undefined || next.offset > index) {
      all.splice(at, 0, { name: name ?? unnamed++, optional: false, offset: index });
    }
    at++;
  }
  return all;
}
