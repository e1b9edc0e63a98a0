import { spawn } from 'node:child_process';

/** Options of {@link startExample}. */
export interface ExampleOptions {
  /**
   * The script, from the example's folder.
   * @defaultValue 'server.mjs'
   */
  readonly script?: string;
  /** Added to the environment of this process; `PORT` is 0 unless given. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How an example has exited. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and error. */
  readonly output: string;
}

/** A running example. */
export interface RunningExample {
  /** The printed URL, without a trailing slash. */
  readonly url: string;
  /** What it has printed so far, on standard output and error. */
  printed(): string;
  /** Interrupts its process group, as Ctrl-C does. */
  interrupt(): Promise<Ending>;
  /** Ends its process group at once, as a crash does. */
  kill(): Promise<Ending>;
}

const STARTUP_TIMEOUT = 60_000;

/**
 * Starts an example in its own process group and waits for the URL that it prints.
 *
 * @throws Error with its output if it exits or prints no URL.
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

  function end(signal: NodeJS.Signals): Promise<Ending> {
    if (process.platform === 'win32') child.kill(signal);
    else if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal);
    return ended;
  }
  const interrupt = (): Promise<Ending> => end('SIGINT');
  const kill = (): Promise<Ending> => end('SIGKILL');

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${script} printed no URL within ${STARTUP_TIMEOUT} ms:\n${output}`));
    }, STARTUP_TIMEOUT);
    const listen = (chunk: string): void => {
      output += chunk;
      const url = /https?:\/\/localhost:\d+/.exec(output)?.[0];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ url, interrupt, kill, printed: () => output });
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    void ended.then(({ code }) => {
      clearTimeout(timer);
      reject(new Error(`${script} ended with code ${code}:\n${output}`));
    });
  });
}
