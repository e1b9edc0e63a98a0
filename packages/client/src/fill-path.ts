/** @module Inserts params into a route pattern. */

import { simpleText } from './texts.ts';

type Params = Readonly<Record<string, unknown>>;

/** An escaped character; a param or wildcard with an optional constraint and `?`; an innermost optional group. */
const TOKEN = /\\(.)|(\/?)([:*])([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\([^)]*\))?(\?)?/gu;
const OPTIONAL_PART = /(?<!\\)\{([^{}]*)\}/;

/**
 * Returns the path of a pattern with encoded params. Omits optional groups whose params are not all given.
 *
 * @throws TypeError when a param is missing or empty, and when the path would contain a segment `.` or `..`, which `fetch`
 * resolves
 */
export function fillPath(pattern: string, params: Params): string {
  let rest = pattern;
  for (let part = OPTIONAL_PART.exec(rest); part !== null; part = OPTIONAL_PART.exec(rest)) {
    const [whole, inner = ''] = part;
    const isGiven = [...inner.matchAll(TOKEN)].every(([, , , , name]) => isPresent(params, name));
    rest = rest.replace(whole, () => (isGiven ? inner : ''));
  }
  const path = rest.replace(TOKEN, (_token, escaped, slash, kind, name, isOptional) => {
    if (escaped !== undefined) return encodeURI(escaped);
    const value = isPresent(params, name) ? params[name] : undefined;
    if (isOptional && value === undefined) return '';
    return slash + (kind === '*' ? wildcardOf(name, value) : segmentOf(name, value));
  });
  if (/\/\.\.?(?:\/|$)/.test(path))
    throw new TypeError(`Invalid params of ${pattern}: expected no segment "." or "..", got ${path}.`);
  return path;
}

function isPresent(params: Params, name: string | undefined): boolean {
  return name === undefined || (params[name] !== undefined && Object.hasOwn(params, name));
}

function wildcardOf(name: string, value: unknown): string {
  const segments = Array.isArray(value) && value.length > 0 ? value : [value];
  return segments.map((each) => segmentOf(name, each)).join('/');
}

function segmentOf(name: string, value: unknown): string {
  const text = simpleText(`param "${name}"`, value ?? '', encodeURIComponent);
  if (text === '') throw new TypeError(`Invalid param "${name}": expected a non-empty value.`);
  return text;
}
