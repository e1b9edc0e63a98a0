import { get } from '../lane/requests.mjs';
import { scenarios as ofLane } from '../lane/scenarios.mjs';

/**
 * What the rows are measured with: a file of `lane/apps` or of `apps`, its requests, and how many are sent at once.
 *
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} title
 * @property {URL} app
 * @property {number} pipelining
 * @property {readonly Buffer[]} requests
 * @property {string} answer
 * @property {boolean} hasListener Whether the app has a form for bare `node:http`.
 */

/** @param {string} name @param {number} pipelining @returns {Scenario} */
function fromLane(name, pipelining) {
  const found = ofLane.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`the lane has no scenario "${name}"`);
  const { app, title, requests, answer } = found;
  return {
    name: `${name}-${pipelining}`,
    title: `${title}, ${pipelining === 1 ? 'not pipelined' : `${pipelining} pipelined`}`,
    app: new URL(`../lane/apps/${app}.mjs`, import.meta.url),
    pipelining,
    requests,
    answer,
    hasListener: true,
  };
}

/** @type {readonly Scenario[]} */
export const scenarios = [
  fromLane('hello', 1),
  fromLane('hello', 10),
  fromLane('params', 10),
  fromLane('echo', 10),
  {
    name: 'routes-10',
    title: 'one of 150 static routes, 10 pipelined',
    app: new URL('apps/routes.mjs', import.meta.url),
    pipelining: 10,
    requests: [get('/api/v1/accounts/resource-149/summary')],
    answer: JSON.stringify({ route: 149 }),
    hasListener: false,
  },
];
