import { PatternError } from '../pattern-error.ts';
import type { PatternForm } from './compile-pattern.ts';

/** Which pattern each form of each method belongs to, so that no two routes claim the same paths. */
export class FormClaims {
  readonly #patterns = new Map<string, string>();

  /**
   * Claims the forms of a pattern for a method.
   * @throws {@link PatternError} when another pattern has claimed one
   */
  claim(method: string, pattern: string, forms: readonly PatternForm[]): void {
    const keys = new Set(forms.map((form) => formKey(method, form)));
    for (const key of keys) {
      const other = this.#patterns.get(key);
      if (other !== undefined) throw duplicate(method, pattern, other);
    }
    for (const key of keys) this.#patterns.set(key, pattern);
  }

  release(method: string, forms: readonly PatternForm[]): void {
    for (const form of forms) this.#patterns.delete(formKey(method, form));
  }
}

/** Equal for forms that match the same paths, whatever their captures are called. */
function formKey(method: string, form: PatternForm): string {
  return JSON.stringify([method, form.steps], (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'source' in value ? value.source : value,
  );
}

function duplicate(method: string, pattern: string, other: string): PatternError {
  const rival =
    pattern === other ? 'This pattern is taken' : `This pattern matches what ${JSON.stringify(other)} does`;
  const remedy = "remove one, tell them apart by a constraint, or use the precedence 'registration'";
  return new PatternError(pattern, 0, `${rival} for the method ${method}: ${remedy}`, {
    code: 'ERR_DUPLICATE_ROUTE',
  });
}
