import { expect, test } from 'vitest';
import { type Selection, select } from '../selection.mjs';
import { readSuites } from '../suites.mjs';

const suites = await readSuites();
const nothing: Selection = { full: false, suites: undefined, scenarios: undefined, servers: undefined };
const chosen = (asked: Partial<Selection>) =>
  select(suites, { ...nothing, ...asked }).map(
    ({ scenario, contenders }) => [scenario.name, contenders.map(({ name }) => name)] as const,
  );

test('without a word it is the essential scenarios and servers', () => {
  const [hello] = chosen({});
  expect(hello).toEqual(['hello', ['node-http', 'nextpress', 'fastify', 'express', 'koa', 'hono']]);
  expect(chosen({}).length).toBeLessThan(suites.flatMap(({ scenarios }) => scenarios).length);
});

test('the baseline is always measured', () => {
  expect(chosen({ scenarios: ['hello'], servers: ['koa'] })).toEqual([['hello', ['node-http', 'koa']]]);
});

test('a scenario that is asked for is measured on every server', () => {
  const [[name, servers] = ['', []], ...others] = chosen({ scenarios: ['hello'] });
  expect(name).toBe('hello');
  expect(servers).toContain('net-floor');
  expect(others).toEqual([]);
});

test('a suite is all of its scenarios', () => {
  expect(chosen({ suites: ['hello'], servers: ['koa'] }).map(([name]) => name)).toEqual([
    'hello',
    'hello-pipelined',
  ]);
});

test('everything is every scenario', () => {
  expect(chosen({ full: true })).toHaveLength(suites.flatMap(({ scenarios }) => scenarios).length);
});

test('every scenario that some servers take part in is measured on them', () => {
  const all = chosen({ full: true, servers: ['express'] });
  expect(all.length).toBeGreaterThan(20);
  expect(new Set(all.flatMap(([, servers]) => servers))).toEqual(new Set(['node-http', 'express']));
});

test('scenarios in which nobody takes part that was asked for are left out', () => {
  expect(chosen({ suites: ['hello', 'static'], servers: ['polka'] }).map(([name]) => name)).toContain(
    'hello',
  );
  expect(chosen({ suites: ['hello'], servers: ['sirv'] })).toEqual([]);
});
