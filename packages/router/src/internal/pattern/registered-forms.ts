import { PatternError } from '../../pattern-error.ts';
import type { LoweredForm } from './compile-pattern.ts';
import { stepsKey } from './pattern-step.ts';

/** Which pattern registered each form of each method, to reject two routes for the same paths. */
export class RegisteredForms {
  readonly #patterns = new Map<string, string>();

  /**
   * Reserves the forms of a pattern for all of these methods, or for none.
   * @throws PatternError if one is already reserved
   */
  reserve(methods: readonly string[], pattern: string, forms: readonly LoweredForm[]): void {
    const reserved = new Set<string>();
    for (const method of methods) {
      const keys = new Set(forms.map((form) => formKey(method, form)));
      for (const key of keys) {
        const other = this.#patterns.get(key) ?? (reserved.has(key) ? pattern : undefined);
        if (other !== undefined) throw duplicate(method, pattern, other);
      }
      for (const key of keys) reserved.add(key);
    }
    for (const key of reserved) this.#patterns.set(key, pattern);
  }

  release(method: string, forms: readonly LoweredForm[]): void {
    for (const form of forms) this.#patterns.delete(formKey(method, form));
  }
}

/** Returns equal keys for forms that match the same paths, regardless of capture names. */
function formKey(method: string, form: LoweredForm): string {
  return `${method} ${stepsKey(form.steps)}`;
}

function duplicate(method: string, pattern: string, other: string): PatternError {
  const conflict = pattern === other ? '' : `: it matches the same paths as ${JSON.stringify(other)}`;
  const remedy = "Remove one, add a constraint, or use the precedence 'registration'.";
  return new PatternError(pattern, 0, `Duplicate route ${method} ${pattern}${conflict}. ${remedy}`, {
    code: 'ERR_DUPLICATE_ROUTE',
  });
}
