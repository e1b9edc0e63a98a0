import { parseArgs } from 'node:util';
import { fewestRounds } from '../compare/verdict.mjs';
import { count } from '../count.mjs';
import { rows } from './rows.mjs';
import { scenarios } from './scenarios.mjs';

/** @param {readonly { name: string, title: string, without?: string }[]} list */
const listed = (list) =>
  list.map(({ name, title, without = title }) => `  ${name.padEnd(20)}${without}`).join('\n');

export const usage = `npm run bench:ablation -- [options]

Switches the optimisations of the packages off, one after the other, and measures what each of them gives.

  --row <name>         switch this off; may be repeated (all)
  --scenario <name>    measure this; may be repeated (all)
  --rounds <n>         with new processes (7); fewer than ${fewestRounds} call nothing a difference
  --slices <n>         of each round (9)
  --requests <n>       of each slice (2000)
  --warm-up <n>        requests before the first slice (10000)
  --connections <n>    (50)
  --json               print the result as JSON alone
  --record             write the tables into benchmarks/ablation/README.md, and what was measured into
                       benchmarks/results/

Rows, and what stands in place of each optimisation:

${listed(rows)}

Scenarios:

${listed(scenarios)}
`;

/**
 * @typedef {object} Options
 * @property {import('./rows.mjs').Row[]} rows
 * @property {import('./scenarios.mjs').Scenario[]} scenarios
 * @property {number} rounds
 * @property {import('./measure.mjs').Load} load
 * @property {boolean} json
 * @property {boolean} record
 */

/**
 * @param {string[]} args
 * @returns {Options | undefined} nothing when help was asked for
 * @throws Error that says which option is wrong
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      row: { type: 'string', multiple: true },
      scenario: { type: 'string', multiple: true },
      rounds: { type: 'string', default: '7' },
      slices: { type: 'string', default: '9' },
      requests: { type: 'string', default: '2000' },
      'warm-up': { type: 'string', default: '10000' },
      connections: { type: 'string', default: '50' },
      json: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (values.json && values.record) throw new Error('--json prints and --record writes: choose one');
  const isPart = values.row !== undefined || values.scenario !== undefined;
  if (values.record && isPart)
    throw new Error('--record writes the whole table: leave out --row and --scenario');
  return {
    rows: chosen('row', rows, values.row),
    scenarios: chosen('scenario', scenarios, values.scenario),
    rounds: count('rounds', values.rounds),
    load: {
      connections: count('connections', values.connections),
      requests: count('requests', values.requests),
      warmUp: count('warm-up', values['warm-up']),
      slices: count('slices', values.slices),
    },
    json: values.json,
    record: values.record,
  };
}

/**
 * @template {{ name: string }} Item
 * @param {string} option
 * @param {readonly Item[]} items
 * @param {readonly string[]} [names]
 */
function chosen(option, items, names) {
  const all = items.map(({ name }) => name);
  const unknown = names?.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no ${option} "${unknown}": there are ${all.join(', ')}`);
  return items.filter(({ name }) => names === undefined || names.includes(name));
}
