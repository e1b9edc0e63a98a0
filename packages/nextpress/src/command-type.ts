import type { ParseArgsConfig } from 'node:util';

/** A command of `nextpress`. All have the option `--help`. */
export interface Command {
  readonly help: string;
  /** The arguments, for messages. */
  readonly expected: string;
  /** How many arguments, or the least and the most. */
  readonly count: number | readonly [least: number, most: number];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Returns what to print, and an exit code other than 0. Throws if there is no application to print about. */
  print(args: readonly string[], values: Readonly<Record<string, unknown>>): Promise<Printed>;
}

interface Printed {
  readonly text: string | undefined;
  readonly code?: number;
}

/** The option of commands that print for people or for tools. */
export const JSON_OPTION = { json: { type: 'boolean' } } as const;

export function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
