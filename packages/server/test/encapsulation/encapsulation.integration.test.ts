import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { differences } from './differences.ts';
import { onFastify } from './on-fastify.ts';
import { fastLane, nodeLane, onNextpress } from './on-nextpress.ts';
import { outcomeOf } from './outcome.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

/** Both lanes are compared with the same outcome. */
const expectations = new Map<Scenario, ReturnType<typeof outcomeOf>>();

describe.each([
  ['the fast lane', fastLane],
  ["Node's lane", nodeLane],
] as const)('in %s', (_lane, lane) => {
  describe.each(Object.entries(scenarios))('%s', (_subject, ofSubject) => {
    test.each(Object.entries(ofSubject))('%s', async (_title, scenario) => {
      const { differs, nextpress, message } = scenario;
      const expecting = expectations.get(scenario) ?? outcomeOf(scenario, onFastify);
      expectations.set(scenario, expecting);
      const expected = await expecting;
      const actual = await outcomeOf(scenario, onNextpress(lane));
      if (differs === undefined) expect(actual.lines).toEqual(expected.lines);
      else expect(actual.lines.filter((line) => !expected.lines.includes(line))).toEqual(nextpress);
      if (message === undefined) expect(actual.message).toBeUndefined();
      else expect(actual.message).toMatch(message);
    });
  });
});

test('every difference has a scenario', () => {
  const used = Object.values(scenarios).flatMap((ofSubject) =>
    Object.values(ofSubject).flatMap(({ differs }) => differs ?? []),
  );
  expect(Object.keys(differences).filter((name) => !used.includes(name as never))).toEqual([]);
});

test.each(Object.values(differences))('the list of differences has an entry for "%s"', (entry) => {
  const page = readFileSync(new URL('../../../../docs/differences-from-fastify.md', import.meta.url), 'utf8');
  expect(page).toContain(`\n| ${entry} |`);
});
