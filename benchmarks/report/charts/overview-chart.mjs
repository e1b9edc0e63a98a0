import { signBand } from '../chart.mjs';
import { times } from '../figures.mjs';
import { own } from '../server-kind.mjs';
import { factorScale } from './factor-scale.mjs';

/**
 * The scenarios of a suite, one under the other: Nextpress, and beside it those that people choose between.
 *
 * @typedef {import('../chart.mjs').Chart} Chart
 * @typedef {import('../summarize-run.mjs').ScenarioSummary} ScenarioSummary
 * @typedef {import('vega').Mark} Mark
 */

/** Who stands in the overview beside Nextpress, with the sign it has there. */
export const inOverview = [
  { name: 'fastify', title: 'Fastify', shape: 'square' },
  { name: 'hono', title: 'Hono', shape: 'circle' },
  { name: 'express', title: 'Express', shape: 'triangle-up' },
];

/**
 * @param {string} title The suite's.
 * @param {readonly ScenarioSummary[]} scenarios
 * @param {[from: number, to: number]} domain The same for all suites, so that they can be compared.
 * @param {string} id
 * @returns {Chart}
 */
export function overviewChart(title, scenarios, domain, id) {
  const shown = scenarios.flatMap((scenario) => {
    const scores = scoresOf(scenario);
    return scores[own] === undefined ? [] : [{ scenario, scores }];
  });
  return {
    id,
    title,
    description: shown
      .map(({ scenario, scores }) => {
        const others = inOverview.flatMap(({ name, title: peer }) => {
          const score = scores[name];
          return score === undefined ? [] : [`${peer} ${times(score.median)}`];
        });
        return `${scenario.title}: ${['Nextpress '.concat(times(scores[own]?.median ?? 1)), ...others].join(', ')}`;
      })
      .join('; '),
    rows: shown.map(({ scenario, scores }) => ({
      name: scenario.title,
      figure: times(scores[own]?.median ?? 1),
      own: true,
      values: {
        kind: 'own',
        least: scores[own]?.least ?? 1,
        most: scores[own]?.most ?? 1,
        ...Object.fromEntries(Object.entries(scores).map(([name, { median }]) => [name, median])),
      },
    })),
    scale: factorScale(...domain, { guide: 1 }),
    marks: [
      stretchOf('least', 'most'),
      ...inOverview.map(({ name, shape }) => sign(name, shape, 42, 'var(--mark)')),
      sign(own, 'diamond', 110, 'var(--accent)'),
    ],
    names: 'above',
  };
}

/** From the slowest to the fastest of those in the overview. @param {readonly ScenarioSummary[]} scenarios @returns {[number, number]} */
export function overviewDomain(scenarios) {
  const scores = scenarios.flatMap((scenario) => Object.values(scoresOf(scenario)));
  return [
    Math.min(0.5, ...scores.map(({ median }) => median)),
    Math.max(2, ...scores.map(({ median }) => median)),
  ];
}

/** @param {ScenarioSummary} scenario */
function scoresOf({ rows }) {
  const names = [own, ...inOverview.map(({ name }) => name)];
  return Object.fromEntries(
    rows.filter(({ name }) => names.includes(name)).map(({ name, score }) => [name, score]),
  );
}

/** @param {string} from @param {string} to @returns {Mark} */
function stretchOf(from, to) {
  return {
    type: 'rule',
    clip: true,
    aria: false,
    from: { data: 'rows' },
    encode: {
      enter: {
        x: { scale: 'x', field: from },
        x2: { scale: 'x', field: to },
        y: { scale: 'row', field: 'index', band: signBand },
        stroke: { value: 'var(--accent)' },
        strokeWidth: { value: 1.5 },
      },
    },
  };
}

/** @param {string} field @param {string} shape @param {number} size @param {string} colour @returns {Mark} */
function sign(field, shape, size, colour) {
  return {
    type: 'symbol',
    aria: false,
    from: { data: 'rows' },
    encode: {
      enter: {
        // A server that is missing from a scenario has no field there.
        x: { signal: `isValid(datum['${field}']) ? scale('x', datum['${field}']) : -100` },
        y: { scale: 'row', field: 'index', band: signBand },
        shape: { value: shape },
        size: { signal: `isValid(datum['${field}']) ? ${size} : 0` },
        fill: { value: field === own ? colour : 'var(--paper)' },
        stroke: { value: colour },
        strokeWidth: { value: 1.5 },
      },
    },
  };
}
