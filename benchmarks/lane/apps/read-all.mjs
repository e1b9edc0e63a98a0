import { answer } from './answer.mjs';

// Reads the body of whatever has one, and answers the same to everything.

/** @type {import('./app.mjs').Listener} */
export function listener(req, res) {
  if (req.method === 'GET') {
    answer(res, { hello: 'world' });
    return;
  }
  req.on('end', () => answer(res, { hello: 'world' }));
  req.resume();
}

/** @type {import('./app.mjs').Routes} */
export function routes(app) {
  app.get('/', (_req, res) => {
    res.json({ hello: 'world' });
  });
  app.post('/', (req, res) => {
    req.on('end', () => res.json({ hello: 'world' }));
    req.resume();
  });
}
