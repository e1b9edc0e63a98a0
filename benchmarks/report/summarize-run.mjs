import { decidingMeasure } from '../runner/saturation.mjs';
import { summarize } from '../summary.mjs';
import { deciders, ratiosBy } from './decider.mjs';
import { leastTold, noiseOf } from './noise.mjs';
import { kindOf } from './server-kind.mjs';
import { spreadOf } from './spread.mjs';

/**
 * @typedef {import('../result.mjs').Result} Result
 * @typedef {import('../result.mjs').ScenarioResult} ScenarioResult
 * @typedef {import('../result.mjs').ServerFacts} ServerFacts
 * @typedef {import('./spread.mjs').Spread} Spread
 * @typedef {import('./decider.mjs').Decider} Decider
 *
 * @typedef {object} Comparable What a server's row needs beside the medians of its rounds.
 * @property {string} name
 * @property {string} title
 * @property {import('./server-kind.mjs').ServerKind} kind
 * @property {ScenarioResult['servers'][number]['rounds']} samples
 * @property {Spread} score How many times better than the baseline of the same round, by what decides the scenario.
 * @property {boolean} saturated Whether the load generator was the bottleneck.
 * @property {number} failures Rounds that gave nothing.
 *
 * @typedef {import('../summary.mjs').Row & Comparable} Row
 *
 * @typedef {object} ScenarioSummary
 * @property {string} suite
 * @property {string} name
 * @property {string} title
 * @property {string} source
 * @property {string | undefined} note
 * @property {ScenarioResult['load']} load
 * @property {string} baseline
 * @property {Decider} decidedBy
 * @property {number} noise How far ratios go up and down from round to round, see `noiseOf`.
 * @property {number} told The ratio from which on two servers are called different.
 * @property {Row[]} rows The best first.
 * @property {{ server: string, reason: string }[]} missing
 */

/** @param {Result} result @returns {ScenarioSummary[]} */
export function summarizeRun(result) {
  const facts = new Map(result.servers.map((server) => [server.name, server]));
  return result.scenarios.map((scenario) => {
    const decidedBy = deciderOf(scenario);
    const rows = rowsOf(scenario, facts, decidedBy);
    const { suite, name, title, source, note, load, baseline } = scenario;
    const missing = missingFrom(scenario, rows, result.absences);
    const noise = noiseOf(
      decidedBy,
      rows.map(({ samples }) => samples),
    );
    const told = leastTold(noise, Math.max(1, ...rows.map(({ score }) => score.rounds)));
    return { suite, name, title, source, note, load, baseline, decidedBy, noise, told, rows, missing };
  });
}

/**
 * @param {ScenarioResult} scenario
 * @param {ReadonlyMap<string, ServerFacts>} facts
 * @param {Decider} decidedBy
 * @returns {Row[]} of those that have a round together with the baseline
 */
function rowsOf(scenario, facts, decidedBy) {
  const samples = new Map(scenario.servers.map(({ name, rounds }) => [name, rounds]));
  const bare = samples.get(scenario.baseline) ?? [];
  return summarize(scenario)
    .flatMap((row) => {
      const name = row.server;
      const own = samples.get(name) ?? [];
      const score = spreadOf(ratiosBy(decidedBy, own, bare));
      if (score === undefined) return [];
      const { title = name, runtime = 'Node' } = facts.get(name) ?? {};
      const kind = kindOf({ name, runtime });
      const failures = own.filter((sample) => sample === null).length;
      return [{ ...row, name, title, kind, samples: own, score, saturated: row.decides === 'cpu', failures }];
    })
    .sort((a, b) => b.score.median - a.score.median);
}

/**
 * Requests per second, where every server was the bottleneck. Where the load generator was, for whichever of them,
 * rates compare generators, and the servers' processor time decides.
 *
 * @param {ScenarioResult} scenario
 * @returns {Decider}
 */
function deciderOf({ name, servers, cores }) {
  const special = deciders[name];
  if (special !== undefined) return special;
  const measured = servers.map(({ rounds }) =>
    rounds.filter((sample) => sample !== null && sample !== false),
  );
  const saturated = measured.some((own) => own.length > 0 && decidingMeasure(own, cores) === 'cpu');
  return saturated ? 'cpu' : 'rate';
}

/** @param {ScenarioResult} scenario @param {readonly Row[]} rows @param {Result['absences']} absences */
function missingFrom({ name, servers }, rows, absences) {
  const explained = absences.filter(({ scenario }) => scenario === undefined || scenario === name);
  const silent = servers.filter(
    (server) =>
      !rows.some((row) => row.name === server.name) &&
      !explained.some((absence) => absence.server === server.name),
  );
  return [
    ...explained.map(({ server, reason }) => ({ server, reason })),
    ...silent.map((server) => ({
      server: server.name,
      reason: 'no round that it and the baseline both finished',
    })),
  ];
}
