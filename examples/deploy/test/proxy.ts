import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../scripts/free-port.mjs';

/** A proxy of this example: how to check its configuration, and how to run it in the foreground. */
export interface LoadBalancer {
  readonly name: string;
  readonly command: string;
  readonly file: string;
  check(file: string): readonly string[];
  run(file: string, folder: string): readonly string[];
  /** How long an instance announces its shutdown (ms): the value of `CLOSE_DELAY`. */
  readonly closeDelay: number;
}

export const PROXIES: readonly LoadBalancer[] = [
  {
    name: 'haproxy',
    command: 'haproxy',
    file: 'haproxy.cfg',
    check: (file) => ['-c', '-f', file],
    run: (file) => ['-db', '-f', file],
    closeDelay: 1_000,
  },
  {
    name: 'nginx',
    command: 'nginx',
    file: 'nginx.conf',
    check: (file) => ['-t', '-q', '-g', 'pid /dev/null; error_log stderr;', '-c', file],
    run: (file, folder) => [
      ...['-p', folder, '-c', file],
      ...['-g', `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log stderr;`],
    ],
    closeDelay: 0,
  },
];

const folder = new URL('..', import.meta.url);

/** Debian installs proxies into a folder that is only in root's PATH. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

export function isInstalled({ command }: LoadBalancer): boolean {
  return spawnSync(command, ['-v'], { env }).status === 0;
}

/** @returns the proxy's complaints about its configuration file; `''` if there are none */
export function checkConfiguration({ command, check, file }: LoadBalancer): string {
  const { status, stdout, stderr } = spawnSync(command, check(new URL(file, folder).pathname), {
    env,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

export interface RunningProxy {
  readonly port: number;
  /** What it has logged so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Runs a proxy with the configuration in this folder, on free ports, with more frequent health checks. */
export async function startProxy(
  proxy: LoadBalancer,
  [a, b]: readonly [number, number],
): Promise<RunningProxy> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'nextpress-proxy-'));
  const file = join(home, proxy.file);
  const text = readFileSync(new URL(proxy.file, folder), 'utf8');
  const replaced = text
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${a}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${b}`)
    .replace('inter 1s', 'inter 100ms');
  writeFileSync(file, replaced);
  const child = spawn(proxy.command, proxy.run(file, home), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await listening(port, child, () => output);
  return {
    port,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function listening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The proxy exited:\n${output()}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await wait(20);
  }
}
