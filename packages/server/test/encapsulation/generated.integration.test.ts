import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedScenario } from './generated-scenario.ts';
import { onFastify } from './on-fastify.ts';
import { fastLane, nodeLane, onNextpress } from './on-nextpress.ts';
import { outcomeOf } from './outcome.ts';

const runs = caseCount(Number(process.env.NEXTPRESS_RUNS ?? 200));

test('createServer() runs the hooks and handlers that Fastify runs, in its order, when scopes are nested at random', async () => {
  const lanes = { fastLane, nodeLane };
  const lane = fc.constantFrom('fastLane' as const, 'nodeLane' as const);
  const property = fc.asyncProperty(generatedScenario, lane, async (scenario, name) => {
    const expected = await outcomeOf(scenario, onFastify);
    const actual = await outcomeOf(scenario, onNextpress(lanes[name]));
    expect(actual.lines).toEqual(expected.lines);
  });
  await fc.assert(property, { numRuns: runs });
});
