/** Why a pattern was rejected. */
export type PatternErrorCode = 'ERR_INVALID_ROUTE_PATTERN' | 'ERR_DUPLICATE_ROUTE';

/** Details of a {@link PatternError}. */
export interface PatternErrorDetails {
  /** @defaultValue `'ERR_INVALID_ROUTE_PATTERN'` */
  readonly code?: PatternErrorCode;
  /** The error thrown by the application's function while the pattern was parsed. */
  readonly cause?: unknown;
}

/** Longer patterns are truncated in messages. */
const MAX_SHOWN = 2_048;

/** A pattern was rejected at registration. The message shows the pattern, the position and the remedy. */
export class PatternError extends TypeError {
  /** Why the pattern was rejected. */
  readonly code: PatternErrorCode;
  /** The pattern as it was given. */
  readonly pattern: string;
  /** Where in `pattern` the problem begins, in UTF-16 code units. */
  readonly position: number;

  constructor(pattern: string, position: number, problem: string, details: PatternErrorDetails = {}) {
    const shown = printable(pattern.length > MAX_SHOWN ? `${pattern.slice(0, MAX_SHOWN)}…` : pattern);
    const caret = ' '.repeat(printable(pattern.slice(0, position)).length);
    super(
      `${problem}\n  ${shown}\n  ${caret}^`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'PatternError';
    this.code = details.code ?? 'ERR_INVALID_ROUTE_PATTERN';
    this.pattern = pattern;
    this.position = position;
  }
}

/** Escapes control characters, which would misplace the caret. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}
