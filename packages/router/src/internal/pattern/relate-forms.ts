import type { LoweredForm } from './compile-pattern.ts';
import { type PatternStep, stepsKey } from './pattern-step.ts';

/** Whether a prefix matches every path of a pattern, none, or must be compared with each path. */
export type PrefixRelation = 'always' | 'never' | 'sometimes';

/** The steps between two slashes. */
type Segment = readonly PatternStep[];

/** Whether the prefix matches a path. */
type Matches = (path: string) => boolean;

/** A form, split at its slashes. */
export interface SegmentedForm {
  readonly literal: string | undefined;
  readonly segments: readonly Segment[];
}

/**
 * Compares a prefix, given by its forms and as a test, with the forms of a pattern. `strict` is that of the pattern; a strict
 * prefix cannot be compared with a pattern that is not.
 */
export function relateForms(
  prefixes: readonly SegmentedForm[],
  matches: Matches,
  forms: readonly SegmentedForm[],
  strict: boolean,
): PrefixRelation {
  const relations = forms.map(({ literal, segments }) =>
    literal === undefined
      ? bestOf(prefixes.map((prefix) => relate(prefix.segments, segments, strict)))
      : relateLiteral(matches, literal, strict),
  );
  return commonRelation(relations);
}

/** The relation that holds for all forms of a pattern. */
export function commonRelation(relations: readonly PrefixRelation[]): PrefixRelation {
  const [first = 'sometimes'] = relations;
  return relations.every((relation) => relation === first) ? first : 'sometimes';
}

/**
 * Compares a prefix that is text with the text that a form begins with. `isWhole` means that the form is only this
 * text.
 */
export function relateText(prefix: string, text: string, isWhole: boolean): PrefixRelation {
  if (text.startsWith(`${prefix}/`) || (isWhole && text === prefix)) return 'always';
  // An ignored trailing slash of a path may be part of the prefix.
  return prefix.startsWith(text) && (!isWhole || prefix === `${text}/`) ? 'sometimes' : 'never';
}

/** A prefix of several forms matches where one of them does. */
function bestOf(relations: readonly PrefixRelation[]): PrefixRelation {
  if (relations.includes('always')) return 'always';
  return relations.includes('sometimes') ? 'sometimes' : 'never';
}

function relateLiteral(matches: Matches, path: string, strict: boolean): PrefixRelation {
  const applies = matches(path);
  if (!strict && matches(`${path}/`) !== applies) return 'sometimes';
  return applies ? 'always' : 'never';
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

/** Compares the final wildcard of a prefix with the remaining segments of a pattern. */
function relateWildcard(wanted: Segment, given: Segment, isEnd: boolean, strict: boolean): PrefixRelation {
  const [step] = wanted;
  if (wanted.length > 1 || step?.kind !== 'wildcard' || step.stop !== '') return 'sometimes';
  if (step.least === 0) return 'always';
  const only = given[0];
  if (only?.kind === 'wildcard' && only.least === 0 && given.length === 1 && isEnd) return 'sometimes';
  if (given.length > 0 || !isEnd) return 'always';
  return strict ? 'never' : 'sometimes';
}

/** Compares two segments without wildcards. */
function relateSegment(wanted: Segment, given: Segment): PrefixRelation {
  const [step] = wanted;
  const [other] = given;
  if (other === undefined || step === undefined) return given.length === wanted.length ? 'always' : 'never';
  if (step.kind === 'text' && other.kind === 'text') {
    // Decides most pairs, and is cheaper than the comparison below.
    if (wanted.length === 1 && given.length === 1) return step.text === other.text ? 'always' : 'never';
    if (!step.text.startsWith(other.text) && !other.text.startsWith(step.text)) return 'never';
  }
  if (wanted.length === 1 && step.kind === 'rest' && step.constraint === undefined) return 'always';
  return stepsKey(wanted) === stepsKey(given) ? 'always' : 'sometimes';
}

function mayBeEmpty(segment: Segment): boolean {
  const [step] = segment;
  return step === undefined || (segment.length === 1 && step.kind === 'wildcard' && step.least === 0);
}

function hasWildcard(segment: Segment): boolean {
  return segment.some((step) => step.kind === 'wildcard');
}

/** Splits a form at its slashes. The first segment is the part before the first slash. */
export function segmentForm(form: LoweredForm): SegmentedForm {
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
  return { literal: form.literal, segments };
}
