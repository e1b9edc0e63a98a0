import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../nextpress/dist/command.js', import.meta.url));
const INSTALLED = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Where a test project finds its packages. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@nextpress/trial': fileURLToPath(new URL('..', import.meta.url)),
  mocha: join(INSTALLED, 'mocha'),
  jest: join(INSTALLED, 'jest'),
  vitest: join(INSTALLED, 'vitest'),
};

interface Result {
  readonly code: number | null;
  readonly output: string;
  readonly progress: string;
}

/** A project in a temporary folder, until the test ends. */
export class Project {
  readonly folder: string = realpathSync(mkdtempSync(join(tmpdir(), 'nextpress-project-')));

  /** Where the command creates temporary folders. */
  readonly temporary: string = realpathSync(mkdtempSync(join(tmpdir(), 'nextpress-project-')));

  /** @param express - the package installed as `express` */
  constructor(express: 'express' | 'express-4' | undefined, files: Readonly<Record<string, string>>) {
    onTestFinished(() => {
      for (const path of [this.folder, this.temporary]) rmSync(path, { recursive: true, force: true });
    });
    for (const [name, path] of Object.entries(PACKAGES)) this.#install(name, path);
    if (express !== undefined) this.#install('express', join(INSTALLED, express));
    this.write({ 'package.json': '{}', ...files });
  }

  #install(name: string, path: string): void {
    const link = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(path, link, 'junction');
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  /** The main module of a package's command. */
  bin(path: string): string {
    return join(this.folder, 'node_modules', path);
  }

  /** Runs `nextpress trial`. */
  run(...args: readonly string[]): Result {
    return this.runWith({}, ...args);
  }

  runIn(folder: string, ...args: readonly string[]): Result {
    return this.#run({ env: this.#environment({}), cwd: join(this.folder, folder) }, args);
  }

  runWith(env: NodeJS.ProcessEnv, ...args: readonly string[]): Result {
    return this.#run({ env: this.#environment(env), cwd: this.folder }, args);
  }

  /** Runs it without waiting for it to exit. */
  start(env: NodeJS.ProcessEnv, ...args: readonly string[]): ChildProcess {
    const options = { env: this.#environment(env), cwd: this.folder };
    return spawn(process.execPath, [COMMAND, 'trial', ...args], { ...options, stdio: 'ignore' });
  }

  #environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return { ...process.env, NO_COLOR: '1', TMPDIR: this.temporary, TEMP: this.temporary, ...env };
  }

  #run(options: { env: NodeJS.ProcessEnv; cwd: string }, args: readonly string[]): Result {
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'trial', ...args], {
      ...options,
      encoding: 'utf8',
    });
    return { code: status, output: stdout, progress: stderr };
  }
}
