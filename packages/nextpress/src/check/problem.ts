import type { Step } from './steps.ts';

/** A registration that cannot work as intended, for people and for tools. */
export interface Problem {
  /** The kind of problem: stable, for scripts. */
  readonly code:
    | 'unreachable'
    | 'error-handler-too-early'
    | 'guard-too-late'
    | 'guard-partly-late'
    | 'parser-too-late'
    | 'cors-too-late'
    | 'open-upgrade'
    | 'error-handler-without-next'
    | 'returned-value'
    | 'root-in-list'
    | 'differs-from-express';
  /**
   * An error follows from the registrations alone. A warning may be intentional, or assumes that a handler without
   * `next` responds.
   */
  readonly severity: 'error' | 'warning';
  /** What was registered, as `GET /users/:id`. */
  readonly subject: string;
  /** Where it was registered, as `file:line:column`; `undefined` if unknown. */
  readonly place: string | undefined;
  /** What is wrong, as a predicate of the subject: `is never reached`. */
  readonly message: string;
  /** What causes it. */
  readonly causes: readonly { readonly text: string; readonly place?: string | undefined }[];
  readonly fix: string;
}

/** A problem with a registration, by default a warning. */
export function problemOf(
  { subject, place }: Step,
  {
    code,
    severity = 'warning',
    ...rest
  }: Pick<Problem, 'code' | 'message' | 'causes' | 'fix'> & Partial<Problem>,
): Problem {
  return { code, severity, subject, place, ...rest };
}
