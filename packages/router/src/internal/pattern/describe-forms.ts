/** @module Cold: what the forms of a pattern have in common, and sample paths. */
import type { PatternForm, PatternPart } from '../../router-types.ts';
import { parseRegExp } from '../regexp/parse-regexp.ts';
import { sampleText } from '../regexp/sample-text.ts';

/** The text that all forms begin with. */
export function commonStart([first, ...others]: readonly PatternForm[]): string {
  let start = textOf(first?.[0]);
  for (const [part] of others) {
    while (!textOf(part).startsWith(start)) start = start.slice(0, -1);
  }
  return start;
}

function textOf(part: PatternPart | undefined): string {
  return part?.kind === 'text' ? part.text : '';
}

/** Whether a matching path can continue with a slash and any text. */
export function endsInWildcard(forms: readonly PatternForm[]): boolean {
  const stems = new Set(forms.filter(isOpen).map((form) => stemOf(form.slice(0, -1))));
  return stems.size > 0 && forms.every((form) => isOpen(form) || stems.has(stemOf(form)));
}

/** Whether a form ends in a wildcard that takes any text. A named wildcard cannot contain the text before it. */
function isOpen(form: PatternForm): boolean {
  const last = form.at(-1);
  return (
    last?.kind === 'wildcard' && (last.bare || form.filter(({ kind }) => kind === 'wildcard').length === 1)
  );
}

function stemOf(form: PatternForm): string {
  const parts = form.map((part) => (part.kind === 'text' ? part.text : `\n${part.kind} ${part.name}\n`));
  return parts.join('').replace(/\/$/, '');
}

/** Sample capture values: a word, a number, one with punctuation; and some for wildcards. */
const SEGMENTS = ['sample', '7', 'a-b.c'] as const;
const TAILS = ['sample', 'deep/er/7.txt', 'sample'] as const;

/** Paths that the forms match, unless a constraint refuses the values. */
export function samplesOf(forms: readonly PatternForm[]): string[] {
  const samples = forms.flatMap((form) =>
    SEGMENTS.flatMap((segment, at) => [
      writeForm(form, segment, TAILS[at] as string, () => segment),
      writeForm(form, segment, TAILS[at] as string, (source) => sampleText(parseRegExp(source).syntax)),
    ]),
  );
  return [...new Set(samples)];
}

function writeForm(
  form: PatternForm,
  segment: string,
  tail: string,
  constrained: (source: string) => string,
): string {
  const texts = form.map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'wildcard') return tail;
    return part.constraint === undefined ? segment : constrained(part.constraint.source);
  });
  return texts.join('') || '/';
}
