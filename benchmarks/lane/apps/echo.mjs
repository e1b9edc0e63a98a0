import { jsonBody } from 'nextpress';
import { answer } from './answer.mjs';

/** @type {import('./app.mjs').Listener} */
export function listener(req, res) {
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const [first] = chunks;
    const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    answer(res, JSON.parse(body.toString()));
  });
}

/** @type {import('./app.mjs').Routes} */
export function routes(app) {
  app.post('/echo', jsonBody(), (req, res) => {
    res.json(req.body);
  });
}

/** @type {import('./app.mjs').Fetch} */
export const native = async (request) => Response.json(await request.json());
