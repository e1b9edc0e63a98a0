import { differences } from '../difference.mjs';
import { Arena } from './arena.mjs';
import { generateCase } from './generate-case.mjs';
import { simplifications } from './simplifications.mjs';
import { textOfCase } from './text.mjs';

/** @typedef {import('./case.mjs').FuzzCase} FuzzCase */

/** Exchanges at the same time: enough that the processor never waits for one of them. */
const lanes = 128;

/**
 * Fuzzing with bytes: the same stream goes to a server with the lane and to one without.
 *
 * @param {import('./target.mjs').Wrap} wrap makes a plain server the one that is tested
 * @param {{ secure?: boolean, brief?: boolean }} [options]
 * @returns {import('../mode.mjs').Mode<FuzzCase>}
 */
export function bytesMode(wrap, options) {
  const arena = new Arena(wrap, options);
  return {
    name: 'bytes',
    lanes,
    generate: generateCase,
    glance: (fuzzCase) => arena.glance(fuzzCase),
    async compare(fuzzCase) {
      const { verdict, node, lane } = await arena.try(fuzzCase);
      return verdict === 'different' ? differences(node, lane) : [];
    },
    simplifications,
    text: textOfCase,
    served: () => arena.served(),
    close: () => arena.close(),
  };
}
