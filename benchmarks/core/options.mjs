import { parseArgs } from 'node:util';
import { scenarios } from '../scenarios.mjs';
import { servers } from '../servers.mjs';

/**
 * @typedef {NonNullable<import('node:util').ParseArgsConfig['options']>} OptionTypes
 *
 * @typedef {object} Options What all commands share.
 * @property {readonly string[] | undefined} scenarios
 * @property {readonly string[] | undefined} servers
 * @property {string | undefined} node A major version.
 * @property {number} rounds
 * @property {number} seconds
 * @property {number | undefined} warmUp
 * @property {boolean} json
 * @property {readonly string[]} positionals
 * @property {Record<string, unknown>} values The options of one command.
 */

export const SHARED_USAGE = `  --scenario <name>    measure this one; may be repeated
  --server <name>      measure this one; may be repeated
  --node <major>       the servers' Node: 20, 22, 24 or 26 (this one)
  --rounds <n>         each with fresh processes in random order
  --seconds <n>        measured per server and round (2)
  --warm-up <n>        requests before, instead of the scenario's number
  --json               print the result as JSON`;

/**
 * Reads a command line.
 *
 * @param {readonly string[]} args
 * @param {{ rounds: number, more?: OptionTypes, allowPositionals?: boolean }} command
 * @returns {Options | undefined} undefined if help was asked for
 * @throws Error if an option is invalid
 */
export function parseOptions(args, { rounds, more = {}, allowPositionals = false }) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals,
    options: {
      scenario: { type: 'string', multiple: true },
      server: { type: 'string', multiple: true },
      node: { type: 'string' },
      rounds: { type: 'string', default: String(rounds) },
      seconds: { type: 'string', default: '2' },
      'warm-up': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      ...more,
    },
  });
  const given = /** @type {Record<string, any>} */ (values);
  if (given.help) return undefined;
  requireKnown('scenario', given.scenario, scenarios);
  requireKnown('server', given.server, servers);
  return {
    scenarios: given.scenario,
    servers: given.server,
    node: given.node,
    rounds: positive('rounds', given.rounds, true),
    seconds: positive('seconds', given.seconds),
    warmUp: given['warm-up'] && positive('warm-up', given['warm-up'], true),
    json: given.json,
    positionals,
    values: given,
  };
}

/** @param {string} option @param {readonly string[] | undefined} asked @param {readonly { name: string }[]} all */
function requireKnown(option, asked, all) {
  const names = all.map(({ name }) => name);
  const unknown = asked?.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new Error(`Unknown --${option}: expected ${names.join(', ')}, got ${unknown}`);
}

/** @param {string} option @param {string} text @param {boolean} [isWhole] */
function positive(option, text, isWhole = false) {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number) && (!isWhole || Number.isInteger(number))) return number;
  throw new Error(`Invalid --${option}: expected a ${isWhole ? 'whole ' : ''}number above 0, got ${text}`);
}
