/** @module `express/lib/router/layer`, as it is in Express 4: the function that makes layers, whose prototype libraries change. */
export { ExpressLayer as default, ExpressLayer as 'module.exports' } from '@nextpress/server/express';
