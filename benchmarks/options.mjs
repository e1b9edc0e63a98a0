import { parseArgs } from 'node:util';
import { count } from './count.mjs';
import { serverNames } from './server-process.mjs';
import { baseline } from './summary.mjs';

export const usage = `npm run bench -- [options]

  --server <name>      measure this one beside ${baseline}; may be repeated
  --pipelining <n>     requests under way per connection; may be repeated
                       (1 and 10)
  --connections <n>    (100)
  --rounds <n>         (5)
  --seconds <n>        measured per server and round (3)
  --warm-up <n>        requests before that (20000)
  --json               print the result as JSON alone
  --record             write the result into benchmarks/README.md as well

Servers:

${serverNames.map((name) => `  ${name}`).join('\n')}
`;

/**
 * @typedef {object} Options
 * @property {string[]} servers With the baseline.
 * @property {number[]} pipelining
 * @property {number} connections
 * @property {number} rounds
 * @property {number} seconds
 * @property {number} warmUp
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
      server: { type: 'string', multiple: true },
      pipelining: { type: 'string', multiple: true, default: ['1', '10'] },
      connections: { type: 'string', default: '100' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '20000' },
      json: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (values.json && values.record) {
    throw new Error('--json prints and --record writes: choose one');
  }
  const asked = values.server ?? serverNames;
  const unknown = asked.find((name) => !serverNames.includes(name));
  if (unknown !== undefined) {
    throw new Error(`there is no server "${unknown}": there are ${serverNames.join(', ')}`);
  }
  return {
    servers: [...new Set([baseline, ...asked])],
    pipelining: values.pipelining.map((value) => count('pipelining', value)),
    connections: count('connections', values.connections),
    rounds: count('rounds', values.rounds),
    seconds: count('seconds', values.seconds),
    warmUp: count('warm-up', values['warm-up']),
    json: values.json,
    record: values.record,
  };
}
