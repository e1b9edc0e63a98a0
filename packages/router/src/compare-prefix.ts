import { createMatcher, type Matcher } from './create-matcher.ts';
import { compilePattern, type PatternForm } from './internal/compile-pattern.ts';
import { matchingOptions } from './internal/matching-options.ts';
import { type PatternStep, stepsKey } from './internal/pattern-step.ts';
import type { PatternMatchingOptions } from './router-types.ts';

/** Whether a prefix applies to every path of a pattern, to none, or has to be asked for each. */
export type PrefixRelation = 'always' | 'never' | 'sometimes';

/** What stands between two slashes; an empty list is an empty segment. */
type Segment = readonly PatternStep[];

/**
 * Tells whether `use(prefix)` applies to the paths that `pattern` matches.
 *
 * `'always'` and `'never'` are certain; `'sometimes'` is also the answer when it is not worked out.
 *
 * @throws {@link PatternError} when either pattern is bad
 *
 * @example
 * import { comparePrefix } from '@nextpress/router';
 *
 * comparePrefix('/users', '/users/:id'); // => 'always'
 * comparePrefix('/admin', '/users/:id'); // => 'never'
 * comparePrefix('/users/me', '/users/:id'); // => 'sometimes'
 */
export function comparePrefix(
  prefix: string,
  pattern: string,
  options: PatternMatchingOptions = {},
): PrefixRelation {
  if (prefix === '/') return 'always';
  const reading = matchingOptions(options);
  const prefixes = compilePattern(prefix, reading).map(segmentsOf);
  const matcher = createMatcher(prefix, { ...options, end: false, decode: keep });
  const relations = compilePattern(pattern, reading).map((form) =>
    form.literal === undefined
      ? bestOf(prefixes.map((segments) => relate(segments, segmentsOf(form), reading.strict)))
      : relateLiteral(matcher, form.literal, reading.strict),
  );
  const [first = 'sometimes'] = relations;
  return relations.every((relation) => relation === first) ? first : 'sometimes';
}

/** Values do not matter here. */
function keep(raw: string): string {
  return raw;
}

/** A prefix of several forms applies where one of them does. */
function bestOf(relations: readonly PrefixRelation[]): PrefixRelation {
  if (relations.includes('always')) return 'always';
  return relations.includes('sometimes') ? 'sometimes' : 'never';
}

function relateLiteral(matcher: Matcher, path: string, strict: boolean): PrefixRelation {
  const matches = matcher.match(path) !== undefined;
  if (!strict && (matcher.match(`${path}/`) !== undefined) !== matches) return 'sometimes';
  return matches ? 'always' : 'never';
}

function relate(prefix: readonly Segment[], pattern: readonly Segment[], strict: boolean): PrefixRelation {
  let relation: PrefixRelation = 'always';
  for (const [index, wanted] of prefix.entries()) {
    const given = pattern[index];
    const last = index === prefix.length - 1;
    if (given === undefined) return !strict && last && mayBeEmpty(wanted) ? 'sometimes' : 'never';
    const isEnd = index === pattern.length - 1;
    if (hasWildcard(wanted))
      return last && relation === 'always' ? relateWildcard(wanted, given, isEnd, strict) : 'sometimes';
    if (hasWildcard(given)) return 'sometimes';
    const here = relateSegment(wanted, given);
    if (here === 'never') return 'never';
    if (here === 'sometimes') relation = 'sometimes';
  }
  return relation;
}

/** Relates a prefix that ends in a wildcard with a pattern from there on. */
function relateWildcard(wanted: Segment, given: Segment, isEnd: boolean, strict: boolean): PrefixRelation {
  const [step] = wanted;
  if (wanted.length > 1 || step?.kind !== 'wildcard' || step.stop !== '') return 'sometimes';
  if (step.least === 0) return 'always';
  const only = given[0];
  if (only?.kind === 'wildcard' && only.least === 0 && given.length === 1 && isEnd) return 'sometimes';
  if (given.length > 0 || !isEnd) return 'always';
  return strict ? 'never' : 'sometimes';
}

/** Relates two segments without wildcards. */
function relateSegment(wanted: Segment, given: Segment): PrefixRelation {
  const [step] = wanted;
  if (given.length === 0 || step === undefined) return given.length === wanted.length ? 'always' : 'never';
  if (stepsKey(wanted) === stepsKey(given)) return 'always';
  if (wanted.length === 1 && step.kind === 'rest' && step.constraint === undefined) return 'always';
  const [other] = given;
  if (step.kind !== 'text' || other?.kind !== 'text') return 'sometimes';
  const shared = Math.min(step.text.length, other.text.length);
  if (step.text.slice(0, shared) !== other.text.slice(0, shared)) return 'never';
  return wanted.length === 1 && given.length === 1 ? 'never' : 'sometimes';
}

function mayBeEmpty(segment: Segment): boolean {
  const [step] = segment;
  return step === undefined || (segment.length === 1 && step.kind === 'wildcard' && step.least === 0);
}

function hasWildcard(segment: Segment): boolean {
  return segment.some((step) => step.kind === 'wildcard');
}

/** Cuts a form at its slashes; the first segment is what stands before the first slash. */
function segmentsOf(form: PatternForm): Segment[] {
  const segments: PatternStep[][] = [[]];
  for (const step of form.steps) {
    if (step.kind !== 'text') {
      segments.at(-1)?.push(step);
      continue;
    }
    step.text.split('/').forEach((text, index) => {
      if (index > 0) segments.push([]);
      if (text !== '') segments.at(-1)?.push({ kind: 'text', text });
    });
  }
  return segments;
}
