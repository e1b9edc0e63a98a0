import type { Choice } from '../selection.mjs';
import type { Load } from '../suite.mjs';

/** Nothing that was asked for. */
export const nothing = {
  full: false,
  rounds: undefined,
  seconds: undefined,
  requests: undefined,
  connections: undefined,
  pipelining: undefined,
  warmUp: undefined,
};

/** A scenario with so many servers. */
export function choiceOf(servers: number, load?: Load): Choice {
  const scenario = {
    name: 'one',
    title: 'one',
    requests: [{ method: 'GET', path: '/' }],
    answer: { status: 200 },
    ...(load !== undefined && { load }),
  };
  const suite = { name: 'one', title: 'one', source: 'nowhere', scenarios: [scenario], files: new Map() };
  const contenders = Array.from({ length: servers }, (_, index) => ({
    name: `server-${index}`,
    runtime: 'node' as const,
    path: '',
  }));
  return { suite, scenario, contenders };
}

/** So many scenarios with five servers. */
export const choicesOf = (count: number) => Array.from({ length: count }, () => choiceOf(5));
