import type { Matcher, Params } from '@nextpress/router';
import { decodeParam } from './path-params.ts';

/** The length of a match that a mount can't take off the path: Express calls back for its params all the same. */
export const NO_PREFIX = -1;

/**
 * Compares paths with a regular expression, as Express does: named groups give params by their names, the others by
 * their numbers, counted from 0 among themselves. It matches anywhere, as it says itself; as a prefix
 * (`end: false`) only what it matches from the start of the path to the end of a segment has a length. In Express 4 a group
 * that took no part in the match has a param, too (`keepsUnmatched`).
 */
export function createRegExpMatcher(source: RegExp, end: boolean, keepsUnmatched = false): Matcher {
  // A copy, since the state of a global one would make each match depend on the one before.
  const pattern = new RegExp(source.source, source.flags.replace('g', ''));
  const names = groupNames(pattern.source);
  return {
    pattern: String(source),
    match: (path) => {
      pattern.lastIndex = 0;
      const found = pattern.exec(path);
      if (found === null) return undefined;
      const [text] = found;
      const length = end || endsSegment(path, found.index, text) ? text.length : NO_PREFIX;
      return { length, params: readGroups(names, found, keepsUnmatched) };
    },
    // What a regular expression matches is not worked out.
    covers: () => 'sometimes',
  };
}

/** An empty match takes nothing away, wherever it is found. */
function endsSegment(path: string, index: number, text: string): boolean {
  if (text === '') return true;
  const follower = path.charAt(text.length);
  return index === 0 && (follower === '' || follower === '/');
}

function readGroups(names: readonly string[], found: RegExpExecArray, keepsUnmatched: boolean): Params {
  const params: Record<string, string | undefined> = Object.create(null);
  for (const [at, name] of names.entries()) {
    const value = found[at + 1];
    if (value !== undefined) params[name] = value.includes('%') ? decodeParam(value) : value;
    else if (keepsUnmatched && !(name in params)) params[name] = undefined;
  }
  return params as Params;
}

/** The names of the capturing groups of a regular expression, in order. Classes that nest, with the flag `v`, hold no bare parenthesis. */
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
