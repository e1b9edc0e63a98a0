import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../scripts/free-port.mjs';

/** A Redis of its own for a test, which keeps nothing on disk. */
export interface RunningRedis {
  readonly url: string;
  /** Ends the process at once. */
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
}

/** Whether `redis-server` is installed. The reason why tests are skipped is printed. */
export function hasRedis(): boolean {
  const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
  if (!isInstalled) console.warn('Skipped: tests with Redis, because redis-server is not installed');
  return isInstalled;
}

/** Starts `redis-server` on a free port. The caller stops it. */
export async function startRedis(): Promise<RunningRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const start = async (): Promise<void> => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    child = spawn('redis-server', settings, { stdio: 'ignore' });
    await untilOpen(port);
  };
  await start();
  return { url: `redis://127.0.0.1:${port}`, stop, start };
}

/** @throws Error after ten seconds */
async function untilOpen(port: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await wait(20);
  }
  throw new Error(`redis-server does not listen on port ${port}.`);
}
