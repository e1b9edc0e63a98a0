import { routesOfAreas } from '@nextpress-internal/bench-kit/routes';
import { expect, test } from 'vitest';
import { rawExchanges } from '../core/measure.mjs';
import { scenarios } from '../scenarios.mjs';
import { BASELINE, servers, serves } from '../servers.mjs';
import { TABLE_ROWS, TABLE_SERVERS } from '../table.mjs';

test('scenarios and servers have unique names', () => {
  for (const names of [scenarios.map(({ name }) => name), servers.map(({ name }) => name)]) {
    expect(new Set(names).size).toBe(names.length);
  }
});

test('the baseline serves every scenario', () => {
  for (const scenario of scenarios) expect(serves(BASELINE, scenario), scenario.name).toBe(true);
});

test('every server of the table serves every row', () => {
  for (const row of TABLE_ROWS) {
    const scenario = scenarios.find(({ name }) => name === row.scenario);
    if (scenario === undefined) throw new Error(`${row.name}: unknown scenario`);
    for (const server of TABLE_SERVERS) expect(serves(server, scenario), `${server}, ${row.name}`).toBe(true);
  }
});

test('a scenario sends different requests, except hello-identical', () => {
  for (const scenario of scenarios) {
    const requests = rawExchanges(scenario, 8).map(({ bytes }) => bytes.toString('latin1'));
    expect(new Set(requests).size, scenario.name).toBe(scenario.name === 'hello-identical' ? 1 : 8);
  }
});

const numbers = [
  ['routes-10', 1],
  ['routes-5000', 500],
  ['scopes-500', 500],
] as const;

test.each(numbers)('%s sends different known and unknown paths of all areas', (name, areas) => {
  const things = routesOfAreas(areas).filter(({ method, path }) => method === 'get' && path.endsWith('/:id'));
  const expected = new Set(things.map(({ path }) => path.slice(0, -'/:id'.length)));
  expect(expected.size).toBe(2 * areas);
  for (const kind of ['', '-405', '-options']) {
    const paths = pathsOf(`${name}${kind}`);
    const used = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))));
    expect(
      [...used].filter((prefix) => !expected.has(prefix)),
      kind,
    ).toEqual([]);
    expect(used.size, kind).toBeGreaterThan(0.9 * expected.size);
  }
  const unknown = pathsOf(`${name}-404`);
  expect(new Set(unknown).size).toBeGreaterThan(0.9 * unknown.length);
  expect(unknown.filter((path) => expected.has(path.slice(0, path.lastIndexOf('/'))))).toEqual([]);
  for (const kind of [/^\/missing\//, /^\/area\d+b\//, /^\/area\d+\/missing\//, /^\/area\d+\/users\/\d+\//]) {
    expect(unknown.filter((path) => kind.test(path)).length).toBeGreaterThan(0.2 * unknown.length);
  }
});

function pathsOf(name: string): string[] {
  const scenario = scenarios.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`${name}: unknown scenario`);
  return rawExchanges(scenario).map(({ bytes }) => bytes.toString('latin1').split(' ', 2)[1] as string);
}
