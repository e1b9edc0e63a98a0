import { cpuTable, legend } from '../../ablation/table.mjs';
import { markdownTable } from '../../markdown-table.mjs';
import { groupAbsences } from '../absences.mjs';
import { suitesOf } from '../by-suite.mjs';
import { percent, times } from '../figures.mjs';
import { placeOf } from '../place.mjs';
import { behindList } from '../tally.mjs';
import { machineSentence } from './machine-sentence.mjs';

/**
 * @typedef {import('../result-files.mjs').Run} Run
 * @typedef {import('../summarize-run.mjs').ScenarioSummary} ScenarioSummary
 */

/** Whose numbers have a column; the report has everyone's. */
const columns = [
  { name: 'nextpress', title: 'Nextpress' },
  { name: 'nextpress-node', title: "on Node's lane" },
  { name: 'fastify', title: 'Fastify' },
  { name: 'hono', title: 'Hono' },
  { name: 'koa', title: 'Koa' },
  { name: 'express', title: 'Express' },
];

/** Every scenario of every Node. @param {readonly Run[]} runs */
export function performanceTables(runs) {
  return runs.map(runTables).join('\n\n');
}

/** @param {Run} run */
function runTables(run) {
  const behind = behindList(run.scenarios);
  const byCpu = run.scenarios.some(({ decidedBy }) => decidedBy === 'cpu');
  return [
    `## Node ${run.node}`,
    machineSentence(run),
    ...suitesOf(run).map(
      ({ title, source, scenarios }) => `### ${title}\n\nFrom: ${source}.\n\n${scenarioTable(scenarios)}`,
    ),
    ...(byCpu
      ? ['\\* The load generator was the bottleneck for some: processor time per request decides.']
      : []),
    behind.length === 0
      ? 'Nowhere was a framework that was measured, or bare `node:http`, better by more than the noise.'
      : `Where Nextpress is behind, whom and how many times:\n\n${behind.map(({ scenario, others }) => `- ${scenario.title}: ${others}`).join('\n')}`,
    ...ablationParts(run),
    ...(run.result.absences.length === 0 ? [] : [notMeasured(run)]),
    `Versions: ${versionsOf(run)}.`,
  ].join('\n\n');
}

/** @param {readonly ScenarioSummary[]} scenarios */
function scenarioTable(scenarios) {
  const present = columns.filter(({ name }) =>
    scenarios.some(({ rows }) => rows.some((row) => row.name === name)),
  );
  const body = scenarios.map((scenario) => {
    const place = placeOf(scenario);
    const cells = present.map(({ name }) => {
      const row = scenario.rows.find((found) => found.name === name);
      if (row === undefined) return '–';
      return row.name === place?.winner.name ? `**${times(row.score.median)}**` : times(row.score.median);
    });
    const winner = place === undefined ? '–' : `${place.winner.title} ${times(place.winner.score.median)}`;
    return [
      scenario.decidedBy === 'cpu' ? `${scenario.title} \\*` : scenario.title,
      ...cells,
      place === undefined ? '–' : `${place.rank} of ${place.of}`,
      winner,
      percent(scenario.told - 1),
    ];
  });
  return markdownTable(
    ['scenario', ...present.map(({ title }) => title), 'place', 'the best', 'noise'],
    body,
  );
}

/** @param {Run} run */
function ablationParts({ result: { ablation = [] } }) {
  if (ablation.length === 0) return [];
  return [
    '### Ablation',
    'Processor time per request without each optimisation, and by how much that differs from the time with it; **bold** where it differs by more than two runs of the same code do.',
    cpuTable(ablation),
    legend(ablation),
  ];
}

/** @param {Run} run */
function notMeasured({ result }) {
  const items = groupAbsences(result).map(
    ({ server, where, reason }) => `- \`${server}\`${where === '' ? '' : ` in ${where}`}: ${reason}`,
  );
  return `Not measured:\n\n${items.join('\n')}`;
}

/** @param {Run} run */
function versionsOf({ result }) {
  const named = result.servers.map(({ title, version }) => `${title} ${version}`);
  return [...new Set(named)].join(', ');
}
