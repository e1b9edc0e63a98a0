/** @module What a trial prints while it runs. */

import { styleText } from 'node:util';
import type { InstalledExpress, ProjectCopy } from './project-copy.ts';

type Style = Parameters<typeof styleText>[0];

export function paint(style: Style, text: string): string {
  return process.stdout.isTTY && process.env.NO_COLOR === undefined
    ? styleText(style, text, { validateStream: false })
    : text;
}

export function startText(command: readonly string[]): string {
  return `\n${paint('bold', 'Nextpress trial')} ${paint('dim', command.join(' '))}\n\n  Copying the project …`;
}

/** @param replaced - copies of the same major version; others are kept */
export function copiedText(
  { files, expresses, left }: ProjectCopy,
  version: string,
  replaced: readonly InstalledExpress[],
): string {
  const places = replaced.length === 1 ? '' : ` in ${replaced.length} places`;
  const others = expresses.filter((express) => !replaced.includes(express));
  return [
    `  ${files} files, Express ${version}${places}`,
    ...others.map((other) => `  Not replaced: Express ${other.version} in ${other.folder}`),
    ...left.map((path) => `  Not copied: ${path}`),
  ].join('\n');
}

export function runText(subject: string): string {
  return `  Running with ${subject} …`;
}

export function keptText(paths: readonly string[], major: string): string {
  const variable = major === '4' ? ', and set NEXTPRESS_EXPRESS=4 where the application runs' : '';
  return `Wrote the switch to ${paths.join(' and ')}: run install again${variable}.\n`;
}
