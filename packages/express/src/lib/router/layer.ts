/** @module `express/lib/router/layer`, as it is in Express 4: the class of layers, whose prototype libraries change. */
export { Layer as default, Layer as 'module.exports' } from '@nextpress/server/express';
