/** @module What a trial prints while it runs. */

import { styleText } from 'node:util';
import type { InstalledExpress } from './project-copy.ts';

type Style = Parameters<typeof styleText>[0];

export function paint(style: Style, text: string): string {
  return process.stdout.isTTY && process.env.NO_COLOR === undefined
    ? styleText(style, text, { validateStream: false })
    : text;
}

export function startText(command: readonly string[]): string {
  return `\n${paint('bold', 'Nextpress trial')} ${paint('dim', command.join(' '))}\n\n  Copying the project …`;
}

/** @param others - of another major version, which stay */
export function copiedText(
  files: number,
  version: string,
  replaced: number,
  others: readonly InstalledExpress[],
): string {
  const places = replaced === 1 ? '' : ` in ${replaced} places`;
  const rest = others.map((other) => `\n  Express ${other.version} stays in ${other.folder}`);
  return `  ${files} files, Express ${version}${places}${rest.join('')}`;
}

export function runText(subject: string): string {
  return `  Running with ${subject} …`;
}

export function keptText(path: string, major: string): string {
  const variable = major === '4' ? ', and set NEXTPRESS_EXPRESS=4 where the application runs' : '';
  return `Wrote the switch into ${path}: install again${variable}.\n`;
}
