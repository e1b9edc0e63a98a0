import { PatternError } from '../../pattern-error.ts';
import type { PatternPart } from '../../router-types.ts';
import type { FlatToken, PatternToken } from './pattern-token.ts';

/** The limit of path-to-regexp 8: eight independent groups. */
export const MAX_FORMS = 256;

/** Lists the forms of a pattern in match order: each group first present, then absent. */
export function expandGroups(pattern: string, tokens: readonly PatternToken[]): (readonly FlatToken[])[] {
  if (tokens.every((token) => token.kind !== 'group')) return [tokens];
  const forms: FlatToken[][] = [];
  expand(tokens, 0, [], (form) => {
    if (forms.length === MAX_FORMS) {
      const problem = `Too many optional groups: expected at most ${MAX_FORMS} combinations. Register several patterns`;
      const position = tokens.find(({ kind }) => kind === 'group')?.position ?? 0;
      throw new PatternError(pattern, position, problem);
    }
    forms.push(mergeTexts(form));
  });
  return forms;
}

function expand(
  tokens: readonly PatternToken[],
  from: number,
  before: readonly FlatToken[],
  emit: (form: readonly FlatToken[]) => void,
): void {
  const form = before.slice();
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as PatternToken;
    if (token.kind === 'group')
      expand(token.tokens, 0, form, (inside) => expand(tokens, i + 1, inside, emit));
    else form.push(token);
  }
  emit(form);
}

/** Joins adjacent texts. */
export function mergeTexts<T extends PatternPart>(form: readonly T[]): T[] {
  const merged: T[] = [];
  for (const part of form) {
    const last = merged.at(-1);
    if (part.kind === 'text' && last?.kind === 'text') {
      merged[merged.length - 1] = { ...last, text: last.text + part.text };
    } else {
      merged.push(part);
    }
  }
  return merged;
}
