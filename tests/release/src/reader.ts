import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../../scripts/free-port.mjs';
import { Running, type Shell, type } from './shell.ts';

const BLOCK = /^```(?<language>\w+)(?<words>[ \w]*?)(?: \[(?<path>[\w./-]+)\])?\n(?<text>.*?)^```$/gms;
/** What the project's README and the pages call the checks of a project. */
const CHECKS = ['npm test', 'npm run typecheck', 'npm run check'];
/** The file that `npm run dev` serves. */
const SERVED = 'src/server.ts';

/**
 * Follows pages of a tutorial as a person does: types the commands of each block, saves its files, leaves `npm run dev` running, and
 * compares what curl prints with the comment next to it. At the end of a page, the checks that it names must pass.
 */
export class Reader {
  readonly #shell: Shell;
  #port = 0;
  #dev: Running | undefined;
  /** A program of its own, such as an excerpt, until the page goes on. */
  #program: Running | undefined;
  /** The port that the next requests of the page are for. */
  #asked = 0;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** The folder in which the reader is: `cd` changes it. */
  get folder(): string {
    return this.#shell.cwd;
  }

  async read(page: string): Promise<void> {
    this.#asked = this.#port;
    for (const { groups = {} } of page.matchAll(BLOCK)) {
      const { language = '', words = '', path, text = '' } = groups;
      if (language === 'sh') await this.#typeLines(text);
      else if (path !== undefined) await this.#save(path, text, words.includes('server'));
    }
    await this.#program?.stop();
    this.#program = undefined;
    for (const check of CHECKS) if (page.includes(`\`${check}\``)) await type(check, this.#shell);
  }

  async stop(): Promise<void> {
    await this.#program?.stop();
    await this.#dev?.stop();
  }

  async #save(path: string, text: string, isProgram: boolean): Promise<void> {
    const isExcerpt = isProgram && path !== SERVED;
    const port = isExcerpt ? await freePort() : this.#port;
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, isExcerpt ? text.replace('listen(3000)', `listen(${port})`) : text);
    await this.#program?.stop();
    this.#program = isExcerpt ? new Running(`node ${path}`, this.#shell) : undefined;
    this.#asked = port;
  }

  async #typeLines(text: string): Promise<void> {
    // A result that does not fit on the line of its command stands below it.
    for (const line of text.replace(/\n# /g, '   # ').split('\n')) {
      if (line.startsWith('cd ')) this.#shell.cwd = join(this.folder, line.slice('cd '.length));
      else if (line === 'npm run dev') await this.#startDev(line);
      else if (line.startsWith('curl ')) await this.#request(line);
      else if (line.startsWith('docker ')) console.warn(`Not typed: ${line}`);
      else if (line !== '') await type(line, this.#shell);
    }
  }

  async #startDev(line: string): Promise<void> {
    this.#port = await freePort();
    this.#asked = this.#port;
    this.#dev = new Running(line, { ...this.#shell, env: { ...this.#shell.env, PORT: `${this.#port}` } });
  }

  /** Until the saved files are served, a request gets what was there before. */
  async #request(line: string): Promise<void> {
    const [command = '', expected] = line.split(/ +# /);
    const own = command.replace('localhost:3000', `localhost:${this.#asked}`);
    if (expected === undefined) return void (await type(own, this.#shell));
    const print = () => type(own, this.#shell).then((output) => output.trim(), String);
    await expect
      .poll(print, { timeout: 60_000, interval: 200, message: `${own}\n${this.#dev?.output}` })
      .toBe(expected);
  }
}
