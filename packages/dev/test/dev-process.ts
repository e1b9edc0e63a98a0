import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@nextpress-internal/test-kit';
import { onTestFailed, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMMAND = join(ROOT, 'packages/nextpress/dist/command.js');

/** The folder of a package that is not a dependency of dev. */
export function folderOf(name: 'tsx' | 'pino'): string {
  return join(ROOT, 'packages/create-nextpress/node_modules', name);
}

/** Makes standard input look like a terminal to the development server. */
const TERMINAL =
  'data:text/javascript,process.send||Object.assign(process.stdin,{isTTY:true,setRawMode(){return this}})';

/** An application in a temporary folder, run by `nextpress dev`. */
export class DevProcess {
  readonly folder: string;
  readonly port: number;
  output = '';
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
    this.folder = mkdtempSync(join(tmpdir(), 'nextpress-dev-'));
    for (const [name, path] of Object.entries({
      nextpress: 'packages/nextpress',
      '@nextpress/dev': 'packages/dev',
      express: 'packages/inject/node_modules/express',
    })) {
      this.link(name, join(ROOT, path));
    }
  }

  /** Creates the files, replacing `PORT` by a free port, except where it names the variable. */
  static async create(files: Readonly<Record<string, string>>): Promise<DevProcess> {
    const dev = new DevProcess(await freePort());
    dev.write({ 'package.json': '{ "type": "module" }', ...files });
    return dev;
  }

  /** The same, until the test ends. If it fails, shows what the command has printed. */
  static async forTest(files: Readonly<Record<string, string>>): Promise<DevProcess> {
    const dev = await DevProcess.create(files);
    onTestFinished(() => dev[Symbol.asyncDispose]());
    onTestFailed(() => console.error(dev.output));
    return dev;
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text.replaceAll(/PORT(?!=)/g, String(this.port)));
    }
  }

  /** Makes a package importable. */
  link(name: string, folder: string): void {
    const link = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(folder, link, 'junction');
  }

  start(...args: string[]): this {
    return this.#spawn([COMMAND, 'dev', ...args], {});
  }

  /** Starts as in a terminal, where keys can be pressed. */
  startInTerminal(env: NodeJS.ProcessEnv = {}): this {
    return this.#spawn(['--import', TERMINAL, COMMAND, 'dev'], env);
  }

  press(key: string): void {
    this.#child?.stdin?.write(key);
  }

  #spawn(args: readonly string[], added: NodeJS.ProcessEnv): this {
    const { NODE_ENV: _env, ...env } = process.env;
    this.#child = spawn(process.execPath, args, { cwd: this.folder, env: { ...env, ...added } });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (data: Buffer) => {
        this.output += data.toString();
      });
    }
    return this;
  }

  get exited(): Promise<number | null> {
    const child = this.#child as ChildProcess;
    return child.exitCode === null && child.signalCode === null
      ? new Promise((done) => child.once('exit', done))
      : Promise.resolve(child.exitCode);
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  get(path = '/', headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`http://localhost:${this.port}${path}`, { headers, redirect: 'manual' });
  }

  /** Waits until a response contains a string. */
  async until(text: string, path = '/', headers: Readonly<Record<string, string>> = {}): Promise<string> {
    for (;;) {
      const body = await this.get(path, headers).then(
        (response) => response.text(),
        () => '',
      );
      if (body.includes(text)) return body;
      await new Promise((done) => setTimeout(done, 10));
    }
  }

  async untilPrinted(text: string): Promise<void> {
    while (!this.output.includes(text)) await new Promise((done) => setTimeout(done, 10));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal('SIGTERM');
    await this.exited;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
