import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'nextpress';

/**
 * A shop with a fast route, a slow one and one that fails.
 *
 * @param {import('nextpress').Plugin} metrics
 */
export function createApp(metrics) {
  const app = createServer({ requestId: true });
  app.register(metrics);
  app.get('/products/:id', (req, res) => res.json({ id: req.params.id, name: 'Teapot' }));
  // A scope, because its prefix is part of its routes' patterns.
  app.register(
    (scope) => {
      scope.get('/:id', async (req, res) => {
        await sleep(20);
        res.json({ id: req.params.id, items: [] });
      });
      // Long polling: ends early when the client disconnects.
      scope.get('/:id/changes', async (req, res) => {
        await sleep(30_000, undefined, { signal: req.signal }).catch(() => {});
        if (!req.signal.aborted) res.sendStatus(204);
      });
      scope.post('/', () => {
        throw new Error('The warehouse is closed.');
      });
    },
    { name: 'orders', prefix: '/orders' },
  );
  return app;
}
