import type { ParseArgsConfig } from 'node:util';

/** A command of `nextpress`. All have the option `--help`. */
export interface Command {
  readonly help: string;
  /** The arguments, for messages. */
  readonly expected: string;
  /** The number of arguments, or its minimum and maximum. */
  readonly count: number | readonly [least: number, most: number];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Options whose value may be missing, and is `''` then. */
  readonly optionalValues?: readonly string[];
  /** Returns what to print, and an exit code other than 0. Throws if there is no application. */
  print(args: readonly string[], values: Readonly<Record<string, unknown>>): Promise<Printed>;
}

interface Printed {
  readonly text: string | undefined;
  readonly code?: number;
}

/** The option of commands whose output tools can read. */
export const JSON_OPTION = { json: { type: 'boolean' } } as const;

export function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
