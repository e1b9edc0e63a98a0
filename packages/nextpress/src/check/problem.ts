/** What is wrong with a registration, for people and for tools. */
export interface Problem {
  /** The kind of problem, stable: what a script compares. */
  readonly code:
    | 'unreachable'
    | 'error-handler-too-early'
    | 'guard-too-late'
    | 'guard-partly-late'
    | 'differs-from-express';
  /** An error is sure to be one; a warning may be meant. */
  readonly severity: 'error' | 'warning';
  /** What was registered, as `GET /users/:id`. */
  readonly subject: string;
  /** Where, as `file:line:column`; `undefined` where that is not known. */
  readonly place: string | undefined;
  /** What is wrong with it, continuing the subject: `is never reached`. */
  readonly fault: string;
  /** What makes it so, each with its place. */
  readonly because: readonly { readonly text: string; readonly place: string | undefined }[];
  /** What to do. */
  readonly fix: string;
}
