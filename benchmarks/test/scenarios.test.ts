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
