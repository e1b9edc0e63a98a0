import { application } from './fastify.mjs';

/** @param {readonly string[]} names */
const strings = (names) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  application({ order: strings(['id', 'owner']), registered: strings(['name', 'email']) });
