import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseResponses } from '@nextpress-internal/test-kit';

/** What a request costs. */
export interface Costs {
  /** Stack frames of the packages above the handler. */
  readonly frames: number;
  /** System calls; `undefined` where strace cannot run. */
  readonly calls: number | undefined;
  /** Allocated in V8's heap and outside of it. */
  readonly bytes: number;
}

const CHILD = fileURLToPath(new URL('request-costs-child.mjs', import.meta.url));
/**
 * In V8's interpreter alone, because compiled code allocates less, from a moment that differs between runs. The young
 * generation has room for all requests, and slow ones don't make V8 reduce its memory, so nothing is collected.
 */
const FLAGS = [
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
  '--no-memory-reducer',
];
const STRACE = ['strace', '-f', '-e', 'trace=%file,%desc,%network', '-o'] as const;
const REQUESTS = 500;
const RUNS = 3;

/** Requests with different heads of the same length. */
const REQUEST_KINDS: Readonly<Record<string, (id: number) => string>> = {
  hello: (id) => `GET / HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\n\r\n`,
  parameter: (id) => `GET /users/${id} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  schema: (id) =>
    `POST /payments HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{"amount":${id}}`,
  file: (id) => `GET /file.txt HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\n\r\n`,
};

/** Why system calls cannot be counted: strace is missing, too old, or not allowed to trace. */
export function whyNoCalls(): string | undefined {
  const [file, ...args] = STRACE;
  const { status, error, stderr } = spawnSync(file, [...args, '/dev/null', 'true'], { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** Measures each kind of request on a server in a process of its own. */
export async function measureCosts(server: string): Promise<Record<string, Costs>> {
  // Always in memory, since the calls for a file depend on its file system, and of one length, which is a part of the bytes.
  const folder = mkdtempSync('/dev/shm/req-costs-');
  const trace = join(folder, 'trace');
  const isTraced = whyNoCalls() === undefined;
  const command = [process.execPath, ...FLAGS, CHILD, server, folder];
  const [file = '', ...args] = isTraced ? [...STRACE, trace, ...command] : command;
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Variables such as NODE_OPTIONS change what is measured.
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => JSON.parse((await lines.next()).value);
  try {
    const send = await openClient(await nextLine());
    const mark = (): Promise<{ bytes: number; frames: number }> => {
      child.stdin.write('\n');
      return nextLine();
    };
    const measured: [string, Omit<Costs, 'calls'>][] = [];
    for (const [name, request] of Object.entries(REQUEST_KINDS)) {
      await send(request, REQUESTS);
      const marks = [await mark()];
      for (let run = 0; run < RUNS; run++) {
        await send(request, REQUESTS);
        marks.push(await mark());
      }
      // The least: Node grows some of its lists once, and timers allocate while a busy machine is slow.
      const grown = marks.slice(1).map(({ bytes }, run) => bytes - (marks[run]?.bytes ?? 0));
      measured.push([
        name,
        { frames: marks[0]?.frames ?? 0, bytes: Math.round(Math.min(...grown) / REQUESTS) },
      ]);
    }
    child.stdin.end();
    await once(child, 'close');
    const counts = isTraced ? countCalls(readFileSync(trace, 'utf8')) : [];
    return Object.fromEntries(
      measured.map(([name, costs], index) => [name, { ...costs, calls: counts[index] }]),
    );
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

/** Sends one request after another on one connection. */
async function openClient(
  port: number,
): Promise<(request: (id: number) => string, count: number) => Promise<void>> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  let id = 100_000;
  return async (request, count) => {
    for (let sent = 0; sent < count; sent++) {
      let received = '';
      socket.write(request(id++));
      while (parseResponses(received).responses.length === 0) received += (await once(socket, 'data'))[0];
      if (!received.startsWith('HTTP/1.1 200 ')) throw new Error(`Wrong response: ${received}`);
    }
  };
}

/** Counts the calls between the first two marks of each kind. How often Node waits for events depends on time. */
function countCalls(trace: string): number[] {
  const parts = trace.split(/^.*request-costs-mark.*$/m);
  return Object.keys(REQUEST_KINDS).map((_, kind) => {
    const calls = parts[1 + kind * (RUNS + 1)]?.match(/^\d+ +(?!epoll_)\w+\(/gm) ?? [];
    return Math.round(calls.length / REQUESTS);
  });
}
