import type { Result, Sample } from '../../result.mjs';

/** Numbers by round, or one for all of them; `null` is a failure. */
type Rounds = readonly (Partial<Sample> | null)[];

/** A sample of a server that was the bottleneck. */
export function sampleOf(numbers: Partial<Sample>): Sample {
  const { rate = 1e6 / (numbers.cpu ?? 50) } = numbers;
  return {
    requests: 10_000,
    rate,
    cpu: 1e6 / rate,
    busy: 1,
    generatorBusy: 0.5,
    latency: { p50: 1, p95: 2, p99: 3, max: 9, mean: 1.2 },
    rss: 50 * 2 ** 20,
    peakRss: 60 * 2 ** 20,
    ...numbers,
  };
}

/** A result with one scenario for each entry: the rounds of each server by its name. */
export function resultOf(
  scenarios: Record<string, Record<string, Rounds>>,
  absences: Result['absences'] = [],
): Result {
  const names = [...new Set(Object.values(scenarios).flatMap((servers) => Object.keys(servers)))];
  return {
    machine: {
      processor: 'Abacus',
      cores: 2,
      memory: 2 ** 33,
      platform: 'linux x64',
      load: 0.1,
      pinned: true,
    },
    node: '20.19.0',
    date: '2026-11-21T10:00:00.000Z',
    commit: 'c0ffee1',
    options: { rounds: 4, fixedRounds: 4, seconds: 1, whole: true },
    generator: { name: 'autocannon', version: '9.0.0' },
    servers: names.map((name) => ({
      name,
      title: name === 'nextpress' ? 'Nextpress' : name,
      version: '1.0.0',
      runtime: name === 'bun' ? 'Bun 1.4.5' : 'Node 20.19.0',
    })),
    scenarios: Object.entries(scenarios).map(([name, servers]) => ({
      suite: 'hello',
      name,
      title: `the scenario ${name}`,
      source: 'a source',
      load: { connections: 100, pipelining: 1, seconds: 1, warmUp: 100 },
      baseline: 'node-http',
      servers: Object.entries(servers).map(([server, rounds]) => ({
        name: server,
        rounds: rounds.map((numbers) => numbers && sampleOf(numbers)),
      })),
    })),
    absences,
  };
}

/** Rounds of these rates. */
export const rates = (...values: number[]): Rounds => values.map((rate) => ({ rate }));
