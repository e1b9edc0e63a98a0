import { answer } from './answer.mjs';

const fields = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Encoding',
});

/** Five middlewares, each of which sets a field. */
const layers = fields.map(([name, value]) => {
  /** @param {unknown} _req @param {import('node:http').ServerResponse} res @param {() => void} next */
  return (_req, res, next) => {
    res.setHeader(name, value);
    next();
  };
});

/** @type {import('./app.mjs').Listener} */
export function listener(req, res) {
  let index = 0;
  const next = () => {
    const layer = layers[index++];
    if (layer === undefined) answer(res, { hello: 'world' });
    else layer(req, res, next);
  };
  next();
}

/** @type {import('./app.mjs').Routes} */
export function routes(app) {
  for (const layer of layers) app.use(layer);
  app.get('/', (_req, res) => {
    res.json({ hello: 'world' });
  });
}

/** @type {import('./app.mjs').Fetch} */
export function native() {
  const headers = new Headers();
  let index = 0;
  /** @returns {Response} */
  const next = () => {
    const field = fields[index++];
    if (field === undefined) return Response.json({ hello: 'world' }, { headers });
    headers.set(field[0], field[1]);
    return next();
  };
  return next();
}
