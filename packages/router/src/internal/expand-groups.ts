import { PatternError } from '../pattern-error.ts';
import type { FlatToken, PatternToken } from './pattern-token.ts';

/** As many as path-to-regexp 8 accepts: eight independent groups. */
const MOST_ALTERNATIVES = 256;

/** Lists a pattern's forms without groups, each group first there and then not: the order in which they match. */
export function expandGroups(pattern: string, tokens: readonly PatternToken[]): FlatToken[][] {
  const forms: FlatToken[][] = [];
  expand(tokens, 0, [], (form) => {
    if (forms.length === MOST_ALTERNATIVES) {
      const fault = `The optional groups combine to more than ${MOST_ALTERNATIVES} forms: register several patterns`;
      const position = tokens.find(({ kind }) => kind === 'group')?.position ?? 0;
      throw new PatternError(pattern, position, fault);
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

function mergeTexts(form: readonly FlatToken[]): FlatToken[] {
  const merged: FlatToken[] = [];
  for (const token of form) {
    const last = merged.at(-1);
    if (token.kind === 'text' && last?.kind === 'text') {
      merged[merged.length - 1] = { ...last, text: last.text + token.text };
    } else {
      merged.push(token);
    }
  }
  return merged;
}
