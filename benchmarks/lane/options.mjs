import { parseArgs } from 'node:util';
import { count } from '../count.mjs';
import { scenarios } from './scenarios.mjs';

const names = scenarios.map(({ name }) => name);

export const usage = `npm run bench:lane -- [options]

  --scenario <name>    measure this one; may be repeated
  --node <major>       20, 22, 24 or 26, from tools/node-matrix; may be repeated
                       (the Node that runs this)
  --processes <n>      of each server, one after the other (2)
  --rounds <n>         in each process (5)
  --requests <n>       of a round (4000)
  --warm-up <n>        requests to each process before that (10000)
  --connections <n>    (100)
  --native             Bun and Deno as well
  --memory             memory of idle connections instead of time: with all scenarios it is
                       measured anyway
  --profile            where the time goes in the fast lane, instead of the table
  --json               print the result as JSON alone
  --record             write the result into benchmarks/lane/README.md as well

Scenarios:

${scenarios.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join('\n')}
`;

/**
 * @typedef {object} Options
 * @property {readonly import('./scenarios.mjs').Scenario[]} scenarios
 * @property {boolean} whole Whether no scenario was chosen.
 * @property {readonly string[]} nodes Major versions; none is the running one.
 * @property {number} processes
 * @property {number} rounds
 * @property {number} requests
 * @property {number} warmUp
 * @property {number} connections
 * @property {boolean} native
 * @property {boolean} memory
 * @property {boolean} profile
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
      scenario: { type: 'string', multiple: true },
      node: { type: 'string', multiple: true, default: [] },
      processes: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      requests: { type: 'string', default: '4000' },
      'warm-up': { type: 'string', default: '10000' },
      connections: { type: 'string', default: '100' },
      native: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (values.json && values.record) throw new Error('--json prints and --record writes: choose one');
  const asked = values.scenario ?? names;
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no scenario "${unknown}": there are ${names.join(', ')}`);
  const { native, memory, profile, json, record } = values;
  return {
    scenarios: scenarios.filter(({ name }) => asked.includes(name)),
    whole: values.scenario === undefined,
    nodes: values.node,
    processes: count('processes', values.processes),
    rounds: count('rounds', values.rounds),
    requests: count('requests', values.requests),
    warmUp: count('warm-up', values['warm-up']),
    connections: count('connections', values.connections),
    ...{ native, memory, profile, json, record },
  };
}
