import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { type ClusterOptions, readOptions } from '../src/cluster-options.ts';

test('options have defaults', () => {
  const { log, ...settings } = readOptions({});
  expect(log).toBeTypeOf('function');
  expect(settings).toEqual({
    workers: availableParallelism(),
    grace: 8_000,
    restart: { delay: 100, maxDelay: 30_000, resetAfter: 1_000, maxFailures: 5, within: 60_000 },
    ready: 'listening',
    startTimeout: 60_000,
    heartbeat: 10_000,
    memoryLimit: Number.POSITIVE_INFINITY,
    sticky: false,
    reusePort: false,
    stopSignals: ['SIGTERM', 'SIGINT'],
    reloadSignal: process.platform === 'win32' ? undefined : 'SIGHUP',
    args: undefined,
    env: {},
  });
});

test('options are read', () => {
  expect(
    readOptions({
      workers: 3,
      heartbeat: false,
      memoryLimit: '1.5gb',
      signals: { stop: ['SIGQUIT'], reload: false },
      restart: { maxFailures: Number.POSITIVE_INFINITY },
    }),
  ).toMatchObject({
    workers: 3,
    heartbeat: 0,
    memoryLimit: 1.5 * 2 ** 30,
    stopSignals: ['SIGQUIT'],
    reloadSignal: undefined,
    restart: { delay: 100, maxFailures: Number.POSITIVE_INFINITY },
  });
  expect(readOptions({ signals: false })).toMatchObject({ stopSignals: [], reloadSignal: undefined });
});

test.each<[ClusterOptions | object, string]>([
  [
    { workers: 0 },
    'Invalid option "workers" of startCluster(): expected "cores" or an integer from 1 to 1024, got 0.',
  ],
  [{ workers: '4' }, 'got "4"'],
  [{ instances: 4 }, 'Unknown option "instances" of startCluster(): use "workers".'],
  [{ Sticky: true }, 'use "sticky"'],
  [
    { grace: -1 },
    'Invalid option "grace" of startCluster(): expected an integer from 0 to 2147483647, got -1.',
  ],
  [{ ready: 'always' }, 'expected "listening" or "call", got "always"'],
  [{ heartbeat: 10 }, 'expected at least 100 milliseconds, or false, got 10'],
  [{ heartbeat: true }, 'expected at least 100 milliseconds, or false, got true'],
  [{ memoryLimit: '512' }, 'such as "512mb" or 536870912, got "512"'],
  [{ memoryLimit: 1_000 }, 'expected at least 64 MiB, which Node needs to start'],
  [{ restart: { delay: 0 } }, 'Invalid option "restart.delay" of startCluster(): expected an integer from 1'],
  [
    { restart: { retries: 3 } },
    'Unknown option "restart.retries" of startCluster(): expected one of restart.delay',
  ],
  [{ restart: 3 }, 'Invalid option "restart" of startCluster(): expected an object, got 3.'],
  [{ signals: true }, 'Invalid option "signals" of startCluster(): expected an object or false, got true.'],
  [
    { signals: { stop: 'SIGTERM' } },
    'Invalid option "signals.stop" of startCluster(): expected a list such as ["SIGTERM"]',
  ],
  [{ signals: { reload: 'hup' } }, 'expected a signal such as "SIGHUP", or false, got "hup"'],
  [
    { sticky: true, reusePort: true },
    'expected false, because "sticky" needs a single process that accepts connections, got true',
  ],
  [{ log: 'stderr' }, 'Invalid option "log" of startCluster(): expected a function, got "stderr".'],
  [{ args: '-v' }, 'Invalid option "args" of startCluster(): expected a list of strings, got "-v".'],
  [
    { env: { PORT: 80 } },
    'Invalid option "env" of startCluster(): expected an object of strings, got an object.',
  ],
])('%j throws and says what is expected', (options, message) => {
  expect(() => readOptions(options as ClusterOptions)).toThrow(message);
});
