import { type ChildProcess, exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Where commands run, and with which variables. */
export interface Shell {
  cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The environment of a terminal: without the variables of the test runner and of the npm that started it. */
export const TERMINAL: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$|NODE_PATH$|npm_|INIT_CWD$)/i.test(name),
  ),
);

/** Runs a line as typed. @returns what it prints on standard output @throws Error with the whole output if it fails */
export async function type(line: string, { cwd, env }: Shell): Promise<string> {
  try {
    return (await promisify(exec)(line, { cwd, env, maxBuffer: 50e6 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${line} failed in ${cwd}:\n${stdout}${stderr}`);
  }
}

/** A command that runs until it is stopped. */
export class Running {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  output = '';

  constructor(line: string, { cwd, env }: Shell) {
    this.#child = spawn(line, { cwd, env, shell: true, detached: true });
    this.#exited = once(this.#child, 'exit');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Interrupts its process group, as Ctrl-C does. */
  async stop(): Promise<void> {
    if (!this.hasEnded && this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGINT');
    await this.#exited;
  }
}
