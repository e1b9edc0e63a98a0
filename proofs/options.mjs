import { parseArgs } from 'node:util';

export const usage = `npm run proofs -- [options]

Checks the proofs of the router and the dispatcher in Coq, compares both with the programs extracted from the proofs, and explores
the models of connections and shutdown with SPIN. Says which tools are missing, and how to install them. All parts:

  --coq                the proofs
  --oracle             generated cases, on the extracted programs and on the sources
  --mutations          small mistakes in the sources, which the oracle has to find
  --spin               the models
  --cases <n>          lookups of the oracle (100000); it runs a fifth as many requests
  --seed <n>           of the cases (1)
`;

const PARTS = /** @type {const} */ (['coq', 'oracle', 'mutations', 'spin']);

/**
 * @typedef {typeof PARTS[number]} Part
 * @typedef {{ parts: readonly Part[], cases: number, seed: number }} Options
 */

/** @param {string[]} args @returns {Options | undefined} `undefined` for help */
export function readOptions(args) {
  const part = /** @type {const} */ ({ type: 'boolean', default: false });
  const { values } = parseArgs({
    args,
    options: {
      coq: part,
      oracle: part,
      mutations: part,
      spin: part,
      cases: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      help: part,
    },
  });
  if (values.help) return undefined;
  const asked = PARTS.filter((name) => values[name]);
  return {
    parts: asked.length === 0 ? PARTS : asked,
    cases: positive('cases', values.cases),
    seed: positive('seed', values.seed),
  };
}

/** @param {string} option @param {string} text */
function positive(option, text) {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new Error(`Invalid --${option}: expected a positive integer, got ${text}`);
  }
  return Number(text);
}
