/** @typedef {import('../result-files.mjs').Run} Run */

/** What it was measured on, for a document. @param {Run} run */
export function machineSentence({ node, result: { machine, date, options, commit } }) {
  const { processor, cores, platform, pinned } = machine;
  return `${processor}, ${cores} cores, ${platform}, Node ${node}, ${date.slice(0, 10)}, commit ${commit}; medians of ${options.rounds} rounds${pinned ? ', servers and load generator on cores of their own' : ''}.`;
}
