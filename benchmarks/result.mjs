/**
 * What a run writes: `results/node-<major>.json`. It holds what was measured and nothing that can be worked out from
 * it: ratios and medians are in `summary.mjs`.
 *
 * @typedef {object} Result
 * @property {Machine} machine
 * @property {string} node Version of the servers' Node.
 * @property {string} date When it began, ISO 8601.
 * @property {string} commit Short, with `+` when the tree had changes; those of all parts, with commas, when a run was
 *   continued.
 * @property {Options} options
 * @property {Generator} generator
 * @property {ServerFacts[]} servers In the registry's order.
 * @property {ScenarioResult[]} scenarios
 * @property {Absence[]} absences Who wasn't measured, and why.
 * @property {LeftOut} [leftOut]
 * @property {Ablation[]} [ablation]
 *
 * @typedef {object} Machine
 * @property {string} processor
 * @property {number} cores
 * @property {number} memory In bytes.
 * @property {string} platform Such as `linux x64`.
 * @property {number} load Of the minute before the run began.
 * @property {boolean} pinned Whether servers and generator had cores of their own.
 *
 * @typedef {import('./schedule.mjs').Plan} Options
 *
 * @typedef {{ name: string, version: string }} Generator
 *
 * @typedef {object} ServerFacts
 * @property {string} name
 * @property {string} title
 * @property {string} version Of its package, or of its runtime.
 * @property {string} runtime Such as `Node 20.20.2` or `Bun 1.4.5`.
 * @property {string} [note]
 *
 * @typedef {object} ScenarioResult
 * @property {string} suite
 * @property {string} name
 * @property {string} title
 * @property {string} source
 * @property {string} [note]
 * @property {number} [cores] That the servers had, when it is not one.
 * @property {{ connections: number, pipelining: number, seconds?: number, requests?: number, warmUp: number }} load
 * @property {string} baseline
 * @property {{ name: string, rounds: Round[] }[]} servers Round `n` of each was measured in the same minute.
 *
 * @typedef {Sample | null | false} Round `null` is a failure; `false` a round that it had no part in, in a run that was
 *   continued with other servers.
 *
 * @typedef {object} LeftOut What there was to measure and nobody has asked for, or not yet.
 * @property {string[]} servers Names.
 * @property {string[]} scenarios
 *
 * @typedef {object} Absence
 * @property {string} server
 * @property {string} [scenario] All of them, when it is missing.
 * @property {string} reason
 *
 * @typedef {object} Sample
 * @property {number} [warmedUp] Requests before the window; missing in results from before it was recorded.
 * @property {number} requests In the window.
 * @property {number} rate Requests per second.
 * @property {number} cpu The server's processor time per request, user and system, in microseconds.
 * @property {number} busy Share of the window in which the server was computing; above 1 with several threads.
 * @property {number} generatorBusy The same of the generator, or of its core where it has one.
 * @property {number} [others] Share of the window in which the server's core was busy with anything else, where it has
 *   one core of its own.
 * @property {number} [stolen] Share of the window that the host of a virtual machine took from the server's core or the
 *   generator's, whichever lost more, where the system tells.
 * @property {Latency} [latency] Not of wrk with pipelined requests.
 * @property {number} rss After the load, in bytes.
 * @property {number} peakRss
 * @property {number} [heap] After the load, with what it holds outside; after a collection when `idle` is there too.
 * @property {{ rss: number, heap?: number }} [idle] Before the load, after the first answer and a collection.
 * @property {number} [elu] From 0 to 1.
 * @property {{ time: number, count: number }} [gc] In milliseconds, in the window.
 * @property {number} [coldStart] In milliseconds.
 *
 * @typedef {{ p50: number, p95: number, p99: number, max: number, mean: number }} Latency In milliseconds.
 *
 * @typedef {object} Ablation One optimisation switched off, in one scenario. `again` switches nothing off: what two
 *   runs of the same code differ by. `node-http` is bare Node with the same answer.
 * @property {string} name
 * @property {string} title Of the optimisation.
 * @property {string} without What stands in its place.
 * @property {boolean} claimed Whether the Nextpress paper counts it among what makes it faster.
 * @property {string} scenario
 * @property {string} scenarioTitle
 * @property {{ with: AblationSample, without: AblationSample }[]} rounds Of the packages as they are, and without it, in
 *   the same minute: `ablation/table.mjs` says when the two differ.
 *
 * @typedef {Pick<Sample, 'rate' | 'cpu' | 'busy'>} AblationSample
 */

export {};
