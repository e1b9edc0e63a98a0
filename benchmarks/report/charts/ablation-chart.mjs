import { signBand } from '../chart.mjs';
import { times } from '../figures.mjs';
import { point, stretch } from './marks.mjs';

/**
 * What each optimisation gives: the processor time of a request without it, times the time with it.
 *
 * @typedef {import('../chart.mjs').Chart} Chart
 * @typedef {import('../summarize-ablation.mjs').AblationRow} AblationRow
 */

/** @param {readonly AblationRow[]} rows Of one scenario. @param {string} title The scenario's. @param {string} id @returns {Chart} */
export function ablationChart(rows, title, id) {
  return {
    id,
    title,
    description: `Processor time without each optimisation, times the time with it: ${rows.map((row) => `${row.title} ${times(row.cost.median)}`).join('; ')}. More than 1 means that the optimisation helps.`,
    rows: rows.map((row) => ({
      name: row.title,
      figure: times(row.cost.median),
      own: row.word !== 'same',
      values: { ...row.cost, kind: row.word === 'same' ? 'bare' : 'own' },
    })),
    scale: {
      type: 'linear',
      from: Math.min(0.95, ...rows.map(({ cost }) => cost.least)),
      to: Math.max(1.05, ...rows.map(({ cost }) => cost.most)),
      guide: 1,
      format: '~r',
    },
    marks: [
      stretch('least', 'most', 1.25, { band: signBand }),
      stretch('low', 'high', 6, { strokeOpacity: 0.35, band: signBand }),
      point('median', signBand),
    ],
    names: 'above',
  };
}
