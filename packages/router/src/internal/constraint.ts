/** What a parameter's value has to be, compiled from the text between `(` and `)`. */
export interface Constraint {
  /** The text between the parentheses. */
  readonly source: string;
  /** Whether the value may hold this UTF-16 code unit anywhere. */
  mayHold(code: number): boolean;
  /** Whether the characters of `text` from `start` to before `end` are such a value. */
  accepts(text: string, start: number, end: number): boolean;
}
