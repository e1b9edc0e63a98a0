import { expect, test } from 'vitest';
import { decidersSentence } from '../../report/documents/deciders-sentence.mjs';
import { summarizeRun } from '../../report/summarize-run.mjs';
import { rates, resultOf } from './result-of.ts';

test('says by what servers are compared, and in how many scenarios', () => {
  const limited = { rate: 100, cpu: 5, busy: 0.5, generatorBusy: 1 };
  const scenarios = summarizeRun(
    resultOf({
      hello: { 'node-http': rates(100), nextpress: rates(130) },
      ping: { 'node-http': rates(100), nextpress: rates(130) },
      query: { 'node-http': [limited], nextpress: [limited] },
      memory: { 'node-http': rates(100), nextpress: rates(130) },
    }),
  );
  expect(decidersSentence(scenarios)).toBe(
    'Of 4 scenarios they are compared by requests per second in 2, by processor time in 1 (where the load generator was the bottleneck for some) and by peak memory in 1.',
  );
});
