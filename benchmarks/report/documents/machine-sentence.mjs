import { leftOutSentence } from '../left-out.mjs';
import { roundsOf } from '../rounds.mjs';

/** @typedef {import('../result-files.mjs').Run} Run */

/** What it was measured on, and what not, for a document. @param {Run} run */
export function machineSentence({ node, result }) {
  const { machine, date, commit } = result;
  const { processor, cores, platform, pinned } = machine;
  const machineAndRounds = `${processor}, ${cores} cores, ${platform}, Node ${node}, ${date.slice(0, 10)}, commit ${commit}; medians of ${roundsOf(result)} rounds${pinned ? ', servers and load generator on cores of their own' : ''}.`;
  return `${machineAndRounds} ${leftOutSentence(result)}`.trimEnd();
}
