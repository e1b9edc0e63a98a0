import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** A process of `server.mjs` that can be restarted on the same port. */
export class Instance {
  readonly #env: Record<string, string>;
  readonly #port: number;
  #child: ChildProcess | undefined;
  output = '';

  constructor(name: string, port: number, env: Readonly<Record<string, string>>) {
    this.#env = { INSTANCE: name, PORT: String(port), NODE_ENV: 'production', ...env };
    this.#port = port;
  }

  /** Resolves when the instance is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['server.mjs'], {
      cwd: new URL('..', import.meta.url),
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`server.mjs exited:\n${this.output}`);
      await wait(20);
    }
  }

  /** Resolves with the exit code when the process has exited by itself. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await exit;
    return code;
  }

  async #isReady(): Promise<boolean> {
    try {
      const headers = { Connection: 'close' };
      return (await fetch(`http://127.0.0.1:${this.#port}/readyz`, { headers })).ok;
    } catch {
      return false;
    }
  }
}
