import type { Step } from './steps.ts';

/** The names of a route's handlers that run before and after validation. */
export interface ValidatedRoute {
  /** What was registered, as `POST /users`. */
  readonly subject: string;
  /** Where it was registered, as `file:line:column`; `undefined` if unknown. */
  readonly place: string | undefined;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The routes that validate requests, in the order of registration. */
export function listValidated(steps: readonly Step[]): ValidatedRoute[] {
  return steps.flatMap(({ subject, place, handlers, beforeValidation }) => {
    if (beforeValidation === undefined) return [];
    const names = handlers.map(({ name }) => name || '<anonymous>');
    return [
      { subject, place, before: names.slice(0, beforeValidation), after: names.slice(beforeValidation) },
    ];
  });
}
