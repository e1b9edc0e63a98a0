import { differences } from '../difference.mjs';
import { Arena } from './arena.mjs';
import { generateCase } from './generate-case.mjs';
import { simplifications } from './simplifications.mjs';
import { textOfCase } from './text.mjs';

/** @typedef {import('./case.mjs').FuzzCase} FuzzCase */

/** Enough exchanges at a time to keep the processor busy. */
const concurrency = 128;

/**
 * Sends the same stream to a server with the fast lane and to one without.
 *
 * @param {import('./target.mjs').Wrap} wrap Makes the tested server of a plain one.
 * @param {{ secure?: boolean, brief?: boolean }} [options]
 * @returns {import('../mode.mjs').Mode<FuzzCase>}
 */
export function bytesMode(wrap, options) {
  const arena = new Arena(wrap, options);
  return {
    name: 'bytes',
    concurrency,
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
