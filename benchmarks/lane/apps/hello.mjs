import { answer } from './answer.mjs';

/** @type {import('./app.mjs').Listener} */
export const listener = (_req, res) => answer(res, { hello: 'world' });

/** @type {import('./app.mjs').Routes} */
export function routes(app) {
  app.get('/', (_req, res) => {
    res.json({ hello: 'world' });
  });
}

/** @type {import('./app.mjs').Fetch} */
export const native = () => Response.json({ hello: 'world' });
