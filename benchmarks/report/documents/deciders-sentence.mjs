import { deciderWords } from '../decider.mjs';
import { list } from '../figures.mjs';

/** By what servers are compared, in how many scenarios. @param {readonly import('../summarize-run.mjs').ScenarioSummary[]} scenarios */
export function decidersSentence(scenarios) {
  const parts = Object.entries(deciderWords).flatMap(([decider, words]) => {
    const many = scenarios.filter(({ decidedBy }) => decidedBy === decider).length;
    if (many === 0) return [];
    const reason = decider === 'cpu' ? ' (where the load generator was the bottleneck for some)' : '';
    return [`by ${words} in ${many}${reason}`];
  });
  return `Of ${scenarios.length} scenarios they are compared ${list(parts)}.`;
}
