import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net';
import type { NodeServer, NodeSocket } from '@nextpress-internal/internals/node';
import { until } from '@nextpress-internal/test-kit';
import { useFakeClock, useRealClock } from '@nextpress-internal/test-kit/fake-clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checkConnection } from '../../../src/internal/connection/check-connection.ts';
import type { Connection } from '../../../src/internal/connection/connection.ts';
import { Lane } from '../../../src/internal/connection/lane.ts';
import { startListening } from '../../../src/internal/connection/listen.ts';
import { ServedConnection } from '../../../src/internal/connection/served-connection.ts';
import { canCarryHeads, Sweep } from '../../../src/internal/connection/sweep.ts';
import { HAS_KEEP_ALIVE_BUFFER } from '../../../src/internal/node/node-versions.ts';

const peer = createNetServer((socket) => void socket.on('error', () => {}));
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  ({ port } = peer.address() as AddressInfo);
});
afterAll(() => void peer.close());
beforeEach(() => {
  useFakeClock({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  useRealClock();
});

interface Scene {
  readonly lane: Lane;
  readonly sweep: Sweep<Connection>;
  readonly connection: Connection;
  /** How many milliseconds pass until the connection expires, up to a maximum. */
  expiresWithin(limit: number): number | undefined;
}

/** A connection that was served and is idle. */
function idleConnection(settings: Partial<NodeServer>): Scene {
  const server = Object.assign(createServer() as Server, settings) as NodeServer;
  const lane = new Lane(server, false);
  // It has a handle from now on.
  const socket = connect({ host: '127.0.0.1', port }) as NodeSocket;
  socket.on('error', () => {});
  const sweep = new Sweep<Connection>(server, checkConnection);
  const connection = new ServedConnection(socket, lane, sweep);
  sweep.add(connection);
  connection.move('handOver');
  connection.resumeInLane();
  let isExpired = false;
  socket.on('timeout', () => {
    isExpired = true;
    sweep.remove(connection);
  });
  const expiresWithin = (limit: number): number | undefined => {
    for (let passed = 0; passed <= limit; passed += 50) {
      if (isExpired) return passed;
      vi.advanceTimersByTime(50);
    }
    return undefined;
  };
  return { lane, sweep, connection, expiresWithin };
}

test.each([
  { keepAliveTimeout: 5_000, earliest: 6_000 },
  { keepAliveTimeout: 1_500, earliest: 2_500 },
  { keepAliveTimeout: 100, earliest: 1_100 },
  { keepAliveTimeout: 5_000, keepAliveTimeoutBuffer: 3_000, earliest: HAS_KEEP_ALIVE_BUFFER ? 8_000 : 6_000 },
  { keepAliveTimeout: 5_000, keepAliveTimeoutBuffer: 0, earliest: HAS_KEEP_ALIVE_BUFFER ? 5_000 : 6_000 },
  { keepAliveTimeout: 5_000, keepAliveTimeoutBuffer: Number.NaN, earliest: 6_000 },
  { keepAliveTimeout: 5_000, keepAliveTimeoutBuffer: -1, earliest: 6_000 },
])('an idle connection expires when it would in Node, or at most two ticks later: %o', (settings) => {
  for (const head of [0, 300, 950]) {
    const { sweep, connection, expiresWithin } = idleConnection(settings);
    // It becomes idle at any moment between two ticks.
    vi.advanceTimersByTime(head);
    connection.finished();
    const after = expiresWithin(20_000);
    expect(after).toBeGreaterThanOrEqual(settings.earliest);
    expect(after).toBeLessThanOrEqual(settings.earliest + 2 * 1_000);
    sweep.remove(connection);
  }
});

test.each([0, -1, Number.NaN])(
  'an idle connection never expires when keepAliveTimeout is %s',
  (keepAliveTimeout) => {
    const { expiresWithin } = idleConnection({ keepAliveTimeout });
    expect(expiresWithin(100_000)).toBe(undefined);
  },
);

test('the idle timeout of a connection starts again after each request', () => {
  const { connection, expiresWithin } = idleConnection({ keepAliveTimeout: 5_000 });
  for (let i = 0; i < 10; i++) {
    expect(expiresWithin(5_000)).toBe(undefined);
    connection.finished();
  }
  expect(expiresWithin(8_050)).toBeGreaterThanOrEqual(6_000);
});

test('the sweep ticks more often when connectionsCheckingInterval is short', () => {
  const settings = { keepAliveTimeout: 100, connectionsCheckingInterval: 50, keepAliveTimeoutBuffer: 100 };
  const { expiresWithin } = idleConnection(settings);
  expect(expiresWithin(20_000)).toBeLessThanOrEqual(HAS_KEEP_ALIVE_BUFFER ? 350 : 1_250);
});

test('the age of a head in several chunks counts from the first chunk', () => {
  const { lane, connection } = idleConnection({ connectionsCheckingInterval: 100 });
  startListening(connection);
  for (const byte of 'GET / HTTP/1.1') {
    connection.receive(Buffer.from(byte));
    vi.advanceTimersByTime(90);
  }
  expect(lane.counts.handedOver.get('silent')).toBe(1);
});

test('the sweep stops when no connection is left, and starts again with the next one', () => {
  const { sweep, connection } = idleConnection({ keepAliveTimeout: 0 });
  vi.advanceTimersByTime(3_000);
  sweep.remove(connection);
  vi.advanceTimersByTime(1_000);
  const { ticks } = sweep;
  expect([ticks, vi.getTimerCount()]).toEqual([4, 0]);
  vi.advanceTimersByTime(60_000);
  expect(sweep.ticks).toBe(ticks);
  sweep.add(connection);
  vi.advanceTimersByTime(2_000);
  expect(sweep.ticks).toBe(ticks + 2);
});

test.each<[boolean, Partial<NodeServer>]>([
  [true, {}],
  [true, { headersTimeout: 0, requestTimeout: 0 }],
  [true, { headersTimeout: 20_000 }],
  [false, { headersTimeout: 19_999 }],
  [false, { requestTimeout: 5_000, headersTimeout: 0 }],
  [true, { headersTimeout: 2_000, connectionsCheckingInterval: 100 }],
  [false, { headersTimeout: 2_000, connectionsCheckingInterval: 250 }],
])('an unfinished head may wait in the lane (%s) when the server has %o', (waits, settings) => {
  const server = Object.assign(createServer(), settings) as NodeServer;
  expect(canCarryHeads(server)).toBe(waits);
});

test('a tick checks many connections in slices, so that responses need not wait for all of them', async () => {
  let checks = 0;
  const sweep = new Sweep<object>(createServer() as NodeServer, () => checks++);
  const members = Array.from({ length: 1_200 }, () => ({}));
  for (const member of members) sweep.add(member);
  vi.advanceTimersByTime(1_000);
  expect(checks).toBeLessThan(members.length);
  await until(() => checks >= members.length);
  expect(checks).toBe(members.length);
  for (const member of members) sweep.remove(member);
});
