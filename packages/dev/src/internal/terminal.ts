/** @module What the command prints, and the keys it reads. */

import { spawn } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export class Terminal {
  readonly isColored: boolean;
  #warning = '';

  constructor() {
    const { stderr, env } = process;
    this.isColored = stderr.isTTY === true && env.NO_COLOR === undefined;
  }

  paint(style: Style, text: string): string {
    return this.isColored ? styleText(style, text, { validateStream: false }) : text;
  }

  print(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Prints a text, unless it was the last one printed. */
  warn(text: string): void {
    if (text !== this.#warning) this.print(this.paint('yellow', text));
    this.#warning = text;
  }

  /** Printed for a port that is opened later. */
  printUrls(port: number, host: string | undefined): void {
    this.print(this.#urls(port, host));
  }

  #urls(port: number, host: string | undefined): string {
    const urls = networkUrls(host, port).map(
      (url) => `  ${this.paint('bold', 'Network')}  ${this.paint('cyan', url)}`,
    );
    return [
      `  ${this.paint('bold', 'Local')}    ${this.paint('cyan', `http://localhost:${port}/`)}`,
      ...urls,
    ].join('\n');
  }

  /** Printed once, when the application first listens. */
  printReady(
    ports: readonly number[],
    host: string | undefined,
    milliseconds: number,
    routes: number | undefined,
  ): void {
    const facts = [
      `ready in ${Math.round(milliseconds)} ms`,
      routes === undefined ? '' : `${routes} ${routes === 1 ? 'route' : 'routes'}`,
    ];
    const urls = ports.map((port) => this.#urls(port, host));
    const title = `${this.paint(['bold', 'green'], 'Nextpress dev')} ${this.paint('dim', facts.filter((fact) => fact !== '').join(' · '))}`;
    const keys = process.stdin.isTTY
      ? ['', `  ${this.paint('dim', 'r restart   o open   l routes   q quit')}`]
      : [];
    this.print(['', `  ${title}`, '', ...urls, ...keys, ''].join('\n'));
  }
}

function networkUrls(host: string | undefined, port: number): string[] {
  if (host === undefined) return [];
  if (host !== '0.0.0.0' && host !== '::') return [`http://${host}:${port}/`];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}/`);
}

/** Calls functions when keys are pressed. Returns a function that stops this. */
export function readKeys(actions: Readonly<Record<string, () => void>>): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  const onData = (data: Buffer): void => {
    for (const key of data.toString()) if (Object.hasOwn(actions, key)) actions[key]?.();
  };
  stdin.setRawMode(true).on('data', onData).resume();
  return () => {
    stdin.off('data', onData).setRawMode(false).pause();
  };
}

/** Opens a page in the user's browser. */
export function openPage(url: string): void {
  const [command, ...args] =
    process.platform === 'win32'
      ? ['cmd', '/c', 'start', '""', url]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', url];
  // There may be no browser.
  spawn(command as string, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
