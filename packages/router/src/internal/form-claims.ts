import { PatternError } from '../pattern-error.ts';
import type { PatternForm } from './compile-pattern.ts';
import { stepsKey } from './pattern-step.ts';

/** Which pattern each form of each method belongs to, so that no two routes claim the same paths. */
export class FormClaims {
  readonly #patterns = new Map<string, string>();

  /**
   * Claims the forms of a pattern for all of these methods, or for none.
   * @throws {@link PatternError} when another route has claimed one
   */
  claim(methods: readonly string[], pattern: string, forms: readonly PatternForm[]): void {
    const claimed = new Set<string>();
    for (const method of methods) {
      const keys = new Set(forms.map((form) => formKey(method, form)));
      for (const key of keys) {
        const other = this.#patterns.get(key) ?? (claimed.has(key) ? pattern : undefined);
        if (other !== undefined) throw duplicate(method, pattern, other);
      }
      for (const key of keys) claimed.add(key);
    }
    for (const key of claimed) this.#patterns.set(key, pattern);
  }

  release(method: string, forms: readonly PatternForm[]): void {
    for (const form of forms) this.#patterns.delete(formKey(method, form));
  }
}

/** Equal for forms that match the same paths, whatever their captures are called. */
function formKey(method: string, form: PatternForm): string {
  return `${method} ${stepsKey(form.steps)}`;
}

function duplicate(method: string, pattern: string, other: string): PatternError {
  const rival =
    pattern === other ? 'This pattern is taken' : `This pattern matches what ${JSON.stringify(other)} does`;
  const remedy = "remove one, tell them apart by a constraint, or use the precedence 'registration'";
  return new PatternError(pattern, 0, `${rival} for the method ${method}: ${remedy}`, {
    code: 'ERR_DUPLICATE_ROUTE',
  });
}
