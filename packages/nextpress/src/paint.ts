import { styleText } from 'node:util';

/** Colors a text for a terminal. */
export type Paint = (kind: 'red' | 'yellow' | 'green' | 'bold' | 'dim', text: string) => string;

/** @param isTerminal - if false, text is not colored */
export function painter(isTerminal: boolean): Paint {
  return isTerminal ? (kind, text) => styleText(kind, text) : (_kind, text) => text;
}
