import { answer } from './answer.mjs';

/** @param {import('node:http').IncomingHttpHeaders} headers */
const read = (headers) => ({
  agent: headers['user-agent']?.length,
  accept: headers.accept?.length,
  cookie: headers.cookie?.length,
});

/** @type {import('./app.mjs').Listener} */
export const listener = (req, res) => answer(res, read(req.headers));

/** @type {import('./app.mjs').Routes} */
export function routes(app) {
  app.get('/', (req, res) => {
    res.json(read(req.headers));
  });
}

/** @type {import('./app.mjs').Fetch} */
export const native = ({ headers }) =>
  Response.json({
    agent: headers.get('user-agent')?.length,
    accept: headers.get('accept')?.length,
    cookie: headers.get('cookie')?.length,
  });
