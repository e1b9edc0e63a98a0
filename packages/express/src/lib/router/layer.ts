/**
 * @module `express/lib/router/layer`, as in Express 4: the function that creates layers, whose prototype libraries
 *   patch.
 */
export { ExpressLayer as default, ExpressLayer as 'module.exports' } from '@nextpress/server/express';
