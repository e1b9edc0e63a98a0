/** @module Derives the forms of an Express 4 pattern from its regular expression. */
import type { PatternForm } from '../../router-types.ts';
import { SLASH } from '../ascii.ts';
import { MAX_FORMS, mergeTexts } from '../pattern/expand-groups.ts';
import { holds, single } from '../regexp/char-set.ts';
import type { RegExpGroup } from '../regexp/parse-regexp.ts';
import { lengthRange, type RegExpSyntax } from '../regexp/regexp-syntax.ts';

type Forms = readonly PatternForm[] | undefined;

/** The forms of an expression, without its ending; `undefined` if it is more than text, captures and alternatives. */
export function syntaxForms(
  syntax: RegExpSyntax,
  groups: readonly RegExpGroup[],
  names: readonly string[],
  strict: boolean,
): Forms {
  const parts = syntax.kind === 'sequence' ? [...syntax.parts] : [syntax];
  if (isEnd(parts.at(-1))) parts.pop();
  if (!strict && isOptionalSlash(parts.at(-1))) parts.pop();
  const captures = groups.map(({ source }, index) => ({ name: names[index] as string, source }));
  return formsOf({ kind: 'sequence', parts }, captures)?.map(mergeTexts);
}

/** Whether this is `$` or `(?=/|$)`. */
function isEnd(part: RegExpSyntax | undefined): boolean {
  if (part?.kind !== 'ahead') return part?.kind === 'end';
  const [slash] = part.part.kind === 'choice' ? part.part.options : [];
  return !part.isNegated && slash !== undefined && codeOf(slash) === SLASH && lengthRange(part.part)[0] === 0;
}

function isOptionalSlash(part: RegExpSyntax | undefined): boolean {
  return part?.kind === 'repeat' && part.least === 0 && part.most === 1 && codeOf(part.part) === SLASH;
}

/** The only code unit that an expression matches, if there is only one. */
function codeOf(syntax: RegExpSyntax): number | undefined {
  if (syntax.kind === 'char') return syntax.isNegated ? undefined : single(syntax.set);
  const [only] = syntax.kind === 'sequence' && syntax.parts.length === 1 ? syntax.parts : [];
  return only === undefined ? undefined : codeOf(only);
}

type Capture = Pick<RegExpGroup, 'source'> & { readonly name: string };

function formsOf(syntax: RegExpSyntax, captures: readonly Capture[]): Forms {
  switch (syntax.kind) {
    case 'start':
      return [[]];
    case 'char': {
      const code = codeOf(syntax);
      return code === undefined ? undefined : [[{ kind: 'text', text: String.fromCharCode(code) }]];
    }
    case 'group':
      return groupForms(syntax.part, captures[syntax.index] as Capture, captures);
    case 'repeat': {
      const once = formsOf(syntax.part, captures);
      // A repeated text would not be followed by what follows here.
      const hasText = once?.some((form) => form.every(({ kind }) => kind === 'text'));
      if (syntax.least > 1 || (syntax.most > 1 && hasText)) return undefined;
      return syntax.least === 0 ? once?.concat([[]]) : once;
    }
    case 'choice': {
      const options = syntax.options.map((option) => formsOf(option, captures));
      return options.includes(undefined) ? undefined : (options as PatternForm[][]).flat();
    }
    case 'sequence':
      return syntax.parts.reduce<Forms>(
        (before, part) => {
          const after = before && formsOf(part, captures);
          return after && productOf(before, after);
        },
        [[]],
      );
    default:
      return undefined;
  }
}

function productOf(before: readonly PatternForm[], after: readonly PatternForm[]): Forms {
  if (before.length * after.length > MAX_FORMS) return undefined;
  return before.flatMap((one) => after.map((other) => [...one, ...other]));
}

/** An unnamed group that contains params, as in `(/page/:page)?`, is not a param itself. */
function groupForms(value: RegExpSyntax, { name, source }: Capture, captures: readonly Capture[]): Forms {
  const inside = /^\d/.test(name) ? formsOf(value, captures) : undefined;
  if (inside?.some((form) => form.some(({ kind }) => kind !== 'text'))) return inside;
  if (isAnything(value)) return [[{ kind: 'wildcard', name, bare: true }]];
  // Without an expression of its own, a parameter is as short as possible.
  return [[{ kind: 'parameter', name, constraint: source.endsWith('+?') ? undefined : { source } }]];
}

/** Whether a value is any text, or optionally a slash and any text, as after `/:path*`. */
function isAnything(syntax: RegExpSyntax): boolean {
  if (syntax.kind === 'group') return isAnything(syntax.part);
  if (syntax.kind === 'repeat') {
    const { part, most } = syntax;
    if (most === 1) return isAnything(part);
    return (
      most === Number.POSITIVE_INFINITY && part.kind === 'char' && part.isNegated && !holds(part.set, SLASH)
    );
  }
  if (syntax.kind !== 'sequence') return false;
  const [first, second] = syntax.parts;
  const value = first !== undefined && codeOf(first) === SLASH ? second : first;
  return value !== undefined && value === syntax.parts.at(-1) && isAnything(value);
}
