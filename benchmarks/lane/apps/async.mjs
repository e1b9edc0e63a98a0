import { answer } from './answer.mjs';

/** @type {import('./app.mjs').Listener} */
export async function listener(_req, res) {
  await undefined;
  answer(res, { hello: 'world' });
}

/** @type {import('./app.mjs').Routes} */
export function routes(app) {
  app.get('/', async (_req, res) => {
    await undefined;
    res.json({ hello: 'world' });
  });
}

/** @type {import('./app.mjs').Fetch} */
export async function native() {
  await undefined;
  return Response.json({ hello: 'world' });
}
