import type { ExpressMatcher, Matcher, Params } from '@nextpress/router';
import { decodeParam } from './path-params.ts';

/** The length of a match that cannot be removed as a prefix. Express runs the param callbacks in this case as well. */
export const NO_PREFIX = -1;

/** The properties of a path that is not a single pattern. */
export const UNDESCRIBED: Omit<ExpressMatcher, 'pattern' | 'match'> = {
  isRoutable: false,
  captures: true,
  isLiteral: false,
  literalStart: '',
  endsInWildcard: false,
  forms: undefined,
  samplePaths: () => [],
  covers: () => 'sometimes',
};

/** A matcher that also returns the matched text, which may be anywhere in the path. */
export interface RegExpMatcher extends ExpressMatcher {
  match(path: string): (Located & { readonly text: string }) | undefined;
}

/** A match. In a list, one with an `index` precedes those that begin later in the path. */
export type Located = NonNullable<ReturnType<Matcher['match']>> & { readonly index?: number | undefined };

/**
 * Compares paths with a regular expression, as Express does. Named groups are params by name; other groups are numbered
 * from 0.
 *
 * @param end - whether this is the path of a route; a prefix has a length only when the path begins with the matched text, up to
 * the end of a segment
 * @param isExpress4 - whether groups that did not take part in the match have a param, a prefix may also end before a dot, and
 * the match of a list is the earliest in the path instead of that of its first part
 */
export function createRegExpMatcher(source: RegExp, end: boolean, isExpress4 = false): RegExpMatcher {
  // A copy without the flag `g`, whose state would make each match depend on the previous one.
  const pattern = new RegExp(source.source, source.flags.replace('g', ''));
  const names = groupNames(pattern.source);
  return {
    ...UNDESCRIBED,
    pattern: String(source),
    captures: names.length > 0,
    match: (path) => {
      pattern.lastIndex = 0;
      const found = pattern.exec(path);
      if (found === null) return undefined;
      const [text] = found;
      const isPrefix = isSegmentPrefix(path, text, isExpress4);
      const length = end || isPrefix ? text.length : NO_PREFIX;
      const index = isExpress4 ? found.index : 0;
      return { length, text, index, params: readGroups(names, found, isExpress4) };
    },
  };
}

/** A matcher from a function that may match anything, such as a layer's replaced `match`. */
export function createFunctionMatcher(
  pattern: string,
  match: (path: string) => { readonly params?: Params; readonly path?: string } | boolean,
  endsBeforeDot: boolean,
): RegExpMatcher {
  return {
    ...UNDESCRIBED,
    pattern,
    match: (path) => {
      const found = match(path);
      if (!found) return undefined;
      const { params = {}, path: text = '' } = found === true ? {} : found;
      return { length: isSegmentPrefix(path, text, endsBeforeDot) ? text.length : NO_PREFIX, text, params };
    },
  };
}

/** Wherever the text was found: `/a` is a prefix of `/a/b/a` also when the expression matches the end. */
function isSegmentPrefix(path: string, text: string, endsBeforeDot: boolean): boolean {
  // At the end of the path, the character is empty, which every text includes.
  const mayFollow = endsBeforeDot ? '/.' : '/';
  return text === '' || (path.startsWith(text) && mayFollow.includes(path.charAt(text.length)));
}

function readGroups(names: readonly string[], found: RegExpExecArray, keepsUnmatched: boolean): Params {
  const params: Record<string, string | undefined> = {};
  for (const [at, name] of names.entries()) {
    const value = found[at + 1];
    if (value !== undefined) params[name] = value.includes('%') ? decodeParam(value) : value;
    else if (keepsUnmatched && !Object.hasOwn(params, name)) params[name] = undefined;
  }
  return params as Params;
}

/** The names of the capturing groups of a regular expression, in order. With the flag `v`, nested classes contain no bare parenthesis. */
function groupNames(source: string): string[] {
  const names: string[] = [];
  let unnamed = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === '\\') at++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '(' && !inClass) {
      const name = /^\(\?<([^=!][^>]*)>/.exec(source.slice(at, at + 100))?.[1];
      if (name !== undefined) names.push(name);
      else if (source.charAt(at + 1) !== '?') names.push(String(unnamed++));
    }
  }
  return names;
}
