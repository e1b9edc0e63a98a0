import { createServer as createHttpServer } from 'node:http';
import { fastLane } from '@nextpress/fast-lane';
import { createServer } from 'nextpress';
import { createFloor } from './floor.mjs';

/**
 * The ways to serve an app with Node.
 *
 * @type {Record<string, (app: import('./apps/app.mjs').App) => import('node:net').Server>}
 */
export const variants = {
  'node-http': ({ listener }) => createHttpServer(listener),
  'fast-lane': ({ listener }) => fastLane(createHttpServer(listener)),
  'fast-lane-lazy': ({ listener }) => fastLane(createHttpServer(listener), { lazy: true }),
  'nextpress-node': ({ routes }) => nextpress(routes, { fastLane: false }),
  nextpress: ({ routes }) => nextpress(routes, {}),
  net: createFloor,
};

/** @param {import('./apps/app.mjs').Routes | undefined} routes @param {import('nextpress').ServerOptions} options */
function nextpress(routes, options) {
  const app = createServer(options);
  routes?.(app);
  return app.listen(0, '127.0.0.1');
}
