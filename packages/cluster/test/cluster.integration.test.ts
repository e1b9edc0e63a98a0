import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { closeServer, listen, selfSigned } from '@nextpress-internal/test-kit';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KeepAliveClient, Load } from './keep-alive-client.ts';
import { type RunningCluster, report, startPrimary as start } from './start-primary.ts';

const hasSignals = process.platform !== 'win32';
const running: RunningCluster[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cluster-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((cluster) => cluster.stop()));
  rmSync(folder, { recursive: true });
});

const startPrimary: typeof start = async (...args) => {
  const cluster = await start(...args);
  running.push(cluster);
  return cluster;
};

const pidOf = (body: string): number => JSON.parse(body).pid;

describe('workers that are killed at random under load', () => {
  test('are replaced, and only their own requests fail', async () => {
    const workers = 3;
    const cluster = await startPrimary({ workers });
    const load = new Load(await cluster.port(), 12);
    const killed = new Set<number>();
    for (let round = 0; round < 5; round++) {
      await load.more(100);
      const pids = await cluster.pids();
      const pid = pids[Math.floor(Math.random() * pids.length)] as number;
      const isWhole = cluster.message(({ ready }) => ready !== undefined, false);
      const started = performance.now();
      killed.add(pid);
      process.kill(pid, 'SIGKILL');
      await isWhole;
      report(`the pool is complete again ${Math.round(performance.now() - started)} ms after a kill`);
    }
    await load.more(100);
    await load.stop();
    const owners = new Map(
      cluster.messages
        .filter(({ connection }) => connection !== undefined)
        .map(({ connection, pid }) => [connection, pid]),
    );
    const unexpected = load.failures.filter(({ port }) => !killed.has(owners.get(port) as number));
    report(
      `${load.outcomes.length} requests, ${load.failures.length} failed with the worker that was killed`,
    );
    expect(unexpected).toEqual([]);
    expect(await cluster.pids()).toHaveLength(workers);
  });
});

describe('a rolling reload under load', () => {
  const ways = hasSignals ? (['call', 'signal'] as const) : (['call'] as const);
  const cases = ['node', 'express', 'nextpress'].flatMap((KIND) => ways.map((way) => [KIND, way] as const));

  test.each(cases)('replaces all workers and does not fail any request: %s, by %s', async (KIND, way) => {
    const cluster = await startPrimary({ workers: 2, env: { KIND } });
    const before = await cluster.pids();
    const load = new Load(await cluster.port(), 8);
    await load.more(100);
    const isComplete = cluster.log(/^reload: complete/);
    if (way === 'call') await cluster.call('reload');
    else cluster.process.kill('SIGHUP');
    report(`${KIND}: ${await isComplete}`);
    await load.more(100);
    await load.stop();
    expect(load.failures).toEqual([]);
    const after = await cluster.pids();
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  });

  test('starts a new worker before closing an old one', async () => {
    const cluster = await startPrimary({ workers: 2 });
    const old = await cluster.pids();
    const earlier = cluster.messages.length;
    await cluster.call('reload');
    const order = cluster.messages
      .slice(earlier)
      .flatMap(({ ready, closing, pid }) =>
        ready !== undefined
          ? ['ready']
          : closing !== undefined && old.includes(pid as number)
            ? ['closing']
            : [],
      );
    expect(order).toEqual(['ready', 'closing', 'ready', 'closing']);
  });

  test('stops when the new program is broken, and the old one keeps running', async () => {
    const BROKEN_IF = join(folder, 'broken');
    const cluster = await startPrimary({ workers: 2, env: { BROKEN_IF } });
    const before = await cluster.pids();
    writeFileSync(BROKEN_IF, '');
    await expect(cluster.call('reload')).rejects.toThrow(
      'The cluster could not reload, because a new worker was not ready; the others keep running.',
    );
    expect(await cluster.pids()).toEqual(before);
    rmSync(BROKEN_IF);
    await cluster.call('reload');
    expect(await cluster.pids()).toHaveLength(2);
  });
});

describe('closing during a reload', () => {
  test('does not wait for idle connections, and rejects the reload', async () => {
    const cluster = await startPrimary({ workers: 2, grace: 100_000 });
    const port = await cluster.port();
    // One connection to each worker, which keeps it from exiting.
    const idle = [new KeepAliveClient(port), new KeepAliveClient(port)];
    for (const client of idle) await client.get();
    const reload = cluster.call('reload').catch((error: Error) => error.message);
    await cluster.message(({ closing }) => closing === 'reload');
    await cluster.call('close');
    expect(await reload).toBe('The cluster was closed during the reload.');
    expect(await cluster.exited).toBe(0);
    expect(cluster.lines.filter((line) => line.startsWith('error:'))).toEqual([]);
    for (const client of idle) client.close();
  });
});

describe('a connection in transit to a worker that is killed', () => {
  test('is served by the next one', async () => {
    const cluster = await startPrimary({ workers: 1, heartbeat: 3_000 });
    const port = await cluster.port();
    const blocking = new KeepAliveClient(port).get('/block');
    const { blocked } = await cluster.message((message) => message.blocked);
    const waiting = new KeepAliveClient(port).get();
    const line = await cluster.log(/has not responded/);
    expect(line).toMatch(
      /^worker 1 \(pid \d+\) has not responded for [\d.]+ (?:ms|s): its event loop is blocked; killing it$/,
    );
    expect((await blocking).error).toBe('ECONNRESET');
    const { status, body } = await waiting;
    expect(status).toBe(200);
    expect(pidOf(body)).not.toBe(blocked);
  });
});

describe('a crash loop', () => {
  test('rejects at startup, says why, and exits with code 1', async () => {
    const BROKEN_IF = join(folder, 'broken');
    writeFileSync(BROKEN_IF, '');
    const restart = { delay: 10, maxFailures: 3 };
    const failure = await start({ workers: 2, env: { BROKEN_IF }, restart }).catch(
      (error: Error) => error.message,
    );
    expect(failure).toContain('the primary exited with 1');
    expect(failure).toContain('error: Workers crash before they are ready: one failed 3 times within 60.0 s');
    expect(failure).toContain('exited with code 7 the last time, and no other is ready');
    expect(failure).toContain('this program is broken');
  });

  test('ends a running cluster when no worker is ready any more', async () => {
    const BROKEN_IF = join(folder, 'broken');
    const cluster = await startPrimary({
      workers: 1,
      env: { BROKEN_IF },
      restart: { delay: 10, maxFailures: 3 },
    });
    writeFileSync(BROKEN_IF, '');
    process.kill((await cluster.pids())[0] as number, 'SIGKILL');
    expect(await cluster.exited).toBe(1);
    expect(cluster.lines.filter((line) => line.includes('starting another'))).toHaveLength(4);
  });
});

test('a worker restarts within a second when no other worker is ready, however often it crashed', async () => {
  const cluster = await startPrimary({ workers: 1, restart: { delay: 900, resetAfter: 3_600_000 } });
  for (const delay of ['now', 'in 900 ms', 'in 1.0 s', 'in 1.0 s']) {
    const said = cluster.log(new RegExp(`starting another ${delay}$`), false);
    const isReady = cluster.log(/is ready after/, false);
    process.kill((await cluster.pids())[0] as number, 'SIGKILL');
    await said;
    await isReady;
  }
});

describe('the memory limit', () => {
  test('replaces a worker that exceeds it', async () => {
    const cluster = await startPrimary({ workers: 1, memoryLimit: '180mb' });
    const port = await cluster.port();
    const client = new KeepAliveClient(port);
    const { status, body, error } = await client.get('/grow');
    expect({ status, error }).toEqual({ status: 200, error: undefined });
    // An idle connection would stay for half of the grace period.
    client.close();
    expect(await cluster.log(/memoryLimit/)).toMatch(
      /uses \d+ MiB, more than "memoryLimit" \(180 MiB\); replacing it$/,
    );
    await cluster.message(({ exit, isExpected }) => exit !== undefined && isExpected === true);
    const next = new KeepAliveClient(port);
    expect(pidOf((await next.get()).body)).not.toBe(pidOf(body));
    next.close();
  });
});

describe('sticky connections', () => {
  // Other systems have only 127.0.0.1.
  const addresses = process.platform === 'linux' ? 20 : 1;

  test('from one address go to the same worker, even after another one was replaced', async () => {
    const cluster = await startPrimary({ workers: 3, sticky: true });
    const port = await cluster.port();
    const ask = async (address: string): Promise<number> => {
      const client = new KeepAliveClient(port, address);
      const { body } = await client.get();
      client.close();
      return JSON.parse(body).slot;
    };
    const askAll = (): Promise<number[]> =>
      Promise.all(Array.from({ length: addresses }, (_, index) => ask(`127.0.0.${index + 1}`)));
    const first = await askAll();
    expect(await askAll()).toEqual(first);
    expect(new Set(first).size).toBe(addresses === 1 ? 1 : 3);
    await cluster.call('reload');
    expect(await askAll()).toEqual(first);
  });
});

describe('socket.io long polling', () => {
  async function ask(sticky: boolean): Promise<number[]> {
    const cluster = await startPrimary({ workers: 2, sticky, env: { KIND: 'socket.io' } });
    const url = `http://127.0.0.1:${await cluster.port()}`;
    const socket = io(url, { transports: ['polling'], reconnection: false });
    try {
      const failed = new Promise<never>((_resolve, reject) => {
        for (const event of ['connect_error', 'disconnect'])
          socket.on(event, (error: Error | string) => reject(new Error(String(error))));
      });
      const pids: number[] = [];
      for (let count = 0; count < 5; count++) {
        pids.push(await Promise.race([socket.emitWithAck('ask'), failed]));
      }
      return pids;
    } finally {
      socket.close();
    }
  }

  test('works with sticky connections', async () => {
    expect(new Set(await ask(true)).size).toBe(1);
  });

  test('fails without them', async () => {
    await expect(ask(false)).rejects.toThrow();
  });
});

describe.runIf(hasSignals)('signals', () => {
  test.each(['node', 'express', 'nextpress'])('SIGTERM lets %s finish what is in flight', async (KIND) => {
    const cluster = await startPrimary({ workers: 2, env: { KIND } });
    const port = await cluster.port();
    const idle = new KeepAliveClient(port);
    await idle.get();
    const pending = new KeepAliveClient(port).get('/wait?announce');
    await cluster.message(({ waiting }) => waiting);
    cluster.process.kill('SIGTERM');
    const { status, connection } = await pending;
    const finished = performance.now();
    expect(status).toBe(200);
    expect(connection).toBe('close');
    expect(await cluster.exited).toBe(0);
    report(
      `${KIND}: the cluster has exited ${Math.round(performance.now() - finished)} ms after the last response`,
    );
    expect(cluster.lines.at(-1)).toBe('info: closed; connections cut: 0');
    idle.close();
  });

  test('SIGTERM to a worker replaces it', async () => {
    const cluster = await startPrimary({ workers: 2 });
    const [pid = 0] = await cluster.pids();
    process.kill(pid, 'SIGTERM');
    const { exit } = await cluster.message((message) => message.exit !== undefined);
    expect(exit).toMatchObject({ pid, state: 'exited' });
    expect(await cluster.pids()).toHaveLength(2);
  });

  test('SIGINT to the whole group, as from Ctrl-C, does not cut a response', async () => {
    const cluster = await startPrimary({ workers: 2 });
    const pending = new KeepAliveClient(await cluster.port()).get('/wait?announce');
    await cluster.message(({ waiting }) => waiting);
    for (const pid of [...(await cluster.pids()), cluster.process.pid as number]) process.kill(pid, 'SIGINT');
    expect((await pending).status).toBe(200);
    expect(await cluster.exited).toBe(0);
  });
});

describe('closing', () => {
  test('calls onClose at the start and waits for its work after the last response', async () => {
    const cluster = await startPrimary({ workers: 1 });
    const client = new KeepAliveClient(await cluster.port());
    const pending = client.get('/wait?announce');
    await cluster.message(({ waiting }) => waiting);
    await cluster.call('close');
    expect((await pending).status).toBe(200);
    const said = cluster.messages.filter(({ closing, drained }) => closing ?? drained);
    expect(said).toMatchObject([{ closing: 'stop' }, { drained: 'stop' }]);
  });

  test('ends Nextpress event streams when it starts', async () => {
    const cluster = await startPrimary({ workers: 1, grace: 1_000, env: { KIND: 'nextpress' } });
    const url = `http://127.0.0.1:${await cluster.port()}/events`;
    const stream = (await fetch(url)).body?.getReader();
    const first = await stream?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toContain('data: ');
    const isClosed = cluster.call('reload');
    // A cut stream rejects.
    while ((await stream?.read())?.done === false);
    const { status } = await fetch(url);
    expect(status).toBe(200);
    await isClosed;
  });

  test('cuts connections that outlive the grace period, and reports how many', async () => {
    const cluster = await startPrimary({ workers: 1, grace: 200 });
    const pending = new KeepAliveClient(await cluster.port()).get('/wait?ms=15000&announce');
    await cluster.message(({ waiting }) => waiting);
    await cluster.call('close');
    expect((await pending).error).toBe('ECONNRESET');
    expect(cluster.lines.at(-1)).toBe('warn: closed; connections cut: 1');
  });

  test('starts automatically when the primary is killed', async () => {
    const cluster = await startPrimary({ workers: 2 });
    const pids = await cluster.pids();
    cluster.process.kill('SIGKILL');
    await cluster.exited;
    for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe('metrics', () => {
  test('are summed, and keep the counters of workers that have closed', async () => {
    const cluster = await startPrimary({ workers: 2 });
    const port = await cluster.port();
    const ask = async (): Promise<void> => {
      for (let count = 0; count < 10; count++) {
        const client = new KeepAliveClient(port);
        await client.get();
        client.close();
      }
    };
    await ask();
    // A worker that does not report within a second is missing.
    await expect
      .poll(() => cluster.call('metrics'))
      .toMatchObject({ counters: { requests: 10 }, gauges: { workers: 2 }, missing: [] });
    await cluster.call('reload');
    await ask();
    // Connections are distributed evenly.
    const workers = [{ counters: { requests: 5 } }, { counters: { requests: 5 } }];
    await expect
      .poll(() => cluster.call('metrics'))
      .toMatchObject({ counters: { requests: 20 }, gauges: { workers: 2 }, workers });
  });
});

describe('listening', () => {
  test('on a port in use emits an error on the worker’s server', async () => {
    const taken = createServer();
    const { port } = await listen(taken);
    const failure = await start({
      workers: 1,
      env: { PORT: String(port) },
      restart: { maxFailures: 1 },
    }).catch((error: Error) => error.message);
    await closeServer(taken);
    expect(failure).toContain('exited with code 4 the last time');
  });

  test('with TLS resumes sessions with every worker', async () => {
    const cluster = await startPrimary({
      workers: 2,
      env: { KIND: 'https', TLS: JSON.stringify(selfSigned()) },
    });
    const port = await cluster.port();
    const connect = async (
      session?: Buffer,
    ): Promise<{ isReused: boolean; pid: string; session: Buffer }> => {
      const options = { host: '127.0.0.1', port, rejectUnauthorized: false, ...(session && { session }) };
      const socket = tls.connect(options);
      let ticket: Buffer = Buffer.alloc(0);
      socket.on('session', (issued) => {
        ticket = issued;
      });
      await once(socket, 'secureConnect');
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      // Tickets are issued before the response.
      const [bytes] = await once(socket, 'data');
      const isReused = socket.isSessionReused();
      socket.destroy();
      return { isReused, pid: /"pid":(\d+)/.exec(String(bytes))?.[1] ?? '', session: ticket };
    };
    const { session } = await connect();
    const resumed = [await connect(session), await connect(session)];
    expect(resumed.map(({ isReused }) => isReused)).toEqual([true, true]);
    expect(new Set(resumed.map(({ pid }) => pid)).size).toBe(2);
  });

  test('after "startTimeout" is a failure, and the worker is killed', async () => {
    const options = { workers: 1, ready: 'call', startTimeout: 1_000, restart: { maxFailures: 1 } } as const;
    const failure = await start(options).catch((error: Error) => error.message);
    expect(failure).toContain('was not ready within 1.0 s ("startTimeout"); killing it');
    expect(failure).toContain('A worker is ready when it calls ready().');
  });

  test.runIf(process.platform === 'linux')('uses SO_REUSEPORT where Node supports it', async () => {
    const free = createServer();
    const { port } = await listen(free);
    await closeServer(free);
    const cluster = await startPrimary({ workers: 2, reusePort: true, env: { PORT: String(port) } });
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const hasReusePort = major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
    expect(cluster.lines.some((line) => line.startsWith('warn: "reusePort" is not used: Node'))).toBe(
      !hasReusePort,
    );
    const load = new Load(port, 10);
    await load.more(50);
    await load.stop();
    expect(load.failures).toEqual([]);
    await cluster.stop();
    expect(await cluster.exited).toBe(0);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
