/**
 * What a suite says: `suites/<suite>/suite.mjs` exports one as `suite`. Beside it stands one short file per server,
 * which exports {@link Serve} as `serve`.
 *
 * @typedef {object} Suite
 * @property {string} name The folder's.
 * @property {string} title
 * @property {string} source The article or paper, and its section, that the scenarios come from.
 * @property {readonly Scenario[]} scenarios
 * @property {string} [filesOf] Another suite, whose files are measured.
 *
 * @typedef {object} Scenario
 * @property {string} name Unique over all suites, kebab-case.
 * @property {string} title
 * @property {readonly Request[]} requests A cycle that every connection goes through.
 * @property {Answer | readonly Answer[]} answer To each request; or one for each of them.
 * @property {Load} [load]
 * @property {boolean} [essential] Whether `npm run bench` measures it without being asked.
 * @property {readonly Measure[]} [measures] What costs something to measure, and so is measured only on request.
 * @property {readonly string[]} [servers] Who is measured (every server of the suite).
 * @property {number} [cores] How many cores the servers get, where there are as many (1).
 * @property {string} [note] One sentence for whoever reads the table.
 *
 * @typedef {'memory' | 'elu' | 'gc' | 'cold-start'} Measure
 *   `memory`: resident size and heap before and after the load, after a collection. `elu`: event-loop utilisation of
 *   the window. `gc`: time and number of collections in the window. `cold-start`: from the start of the process to
 *   its first whole answer.
 *
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path With its query.
 * @property {Record<string, string>} [headers]
 * @property {string} [body] `Content-Length` comes by itself.
 * @property {boolean} [revalidate] Sends the entity tag that the server gave for the path as `If-None-Match`: each server
 *   makes its own.
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {string | { bytes: number, sha256: string }} [body] Whole, or its size and digest in hex; none is not looked at.
 * @property {Record<string, string>} [fields] That must be there, by lower-case name. Of a media type only what stands
 *   before its parameters is compared; `*` is any value.
 *
 * @typedef {object} Load
 * @property {number} [connections] (100)
 * @property {number} [pipelining] Requests under way on each connection (1).
 * @property {number} [requests] Of the measured window: a fixed number, where not a time is measured.
 * @property {number} [seconds] Of the measured window, where the source names a time; a short run takes its own.
 * @property {number} [warmUpSeconds] Before it, likewise: the least.
 * @property {number} [warmUp] Requests before the window (10,000): a number and not a time, so that a slow machine does
 *   not measure code that V8 has not optimised yet. Four seconds are the most.
 */

/**
 * Serves a scenario of its suite on 127.0.0.1, on a port that the system chooses. A server of `node:http` need not
 * listen yet. A file that forks returns the port of all its processes; what its children take is counted.
 *
 * @callback Serve
 * @param {string} scenario Its name.
 * @returns {Served | Promise<Served>}
 *
 * @typedef {import('node:net').Server | { port: number } | { unavailable: string }} Served `unavailable` is the reason
 *   why this machine can't run it, for the table.
 */

export {};
