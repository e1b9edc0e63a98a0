import { parse } from 'node:querystring';
import { answer } from './answer.mjs';

/** @type {import('./app.mjs').Listener} */
export function listener(req, res) {
  const { url = '' } = req;
  const mark = url.indexOf('?');
  answer(res, {
    id: decodeURIComponent(url.slice('/users/'.length, mark)),
    fields: parse(url.slice(mark + 1)).fields,
  });
}

/** @type {import('./app.mjs').Routes} */
export function routes(app) {
  app.get('/users/:id', (req, res) => {
    res.json({ id: req.params.id, fields: req.query.fields });
  });
}

/** @type {import('./app.mjs').Fetch} */
export function native(request) {
  const { url } = request;
  const path = url.indexOf('/users/');
  const mark = url.indexOf('?', path);
  return Response.json({
    id: decodeURIComponent(url.slice(path + '/users/'.length, mark)),
    fields: parse(url.slice(mark + 1)).fields,
  });
}
