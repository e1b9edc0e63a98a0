import { spawn } from 'node:child_process';

/** How to start it. */
export interface ExampleOptions {
  /**
   * The script, from the example's folder.
   * @defaultValue 'server.mjs'
   */
  readonly script?: string;
  /** Added to this process's environment; `PORT` is 0 unless given. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How it ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Everything it printed. */
  readonly output: string;
}

/** An example that listens. */
export interface RunningExample {
  /** As it printed it, without a slash at the end. */
  readonly url: string;
  /** What Ctrl-C does: interrupts its whole process group. */
  interrupt(): Promise<Ending>;
}

const patience = 20_000;

/**
 * Starts an example in a process group of its own and waits for the URL it prints.
 *
 * @throws Error with what it printed, when it ends or stays silent instead.
 */
export function startExample(folder: URL, options: ExampleOptions = {}): Promise<RunningExample> {
  const { script = 'server.mjs', env = {} } = options;
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let output = '';
  const ended = new Promise<Ending>((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal, output });
    });
  });

  function interrupt(): Promise<Ending> {
    if (process.platform === 'win32') child.kill('SIGINT');
    else if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    return ended;
  }

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${script} printed no URL within ${patience} ms:\n${output}`));
    }, patience);
    const listen = (chunk: string): void => {
      output += chunk;
      const url = /http:\/\/localhost:\d+/.exec(output)?.[0];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ url, interrupt });
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    void ended.then(({ code }) => {
      clearTimeout(timer);
      reject(new Error(`${script} ended with code ${code}:\n${output}`));
    });
  });
}
