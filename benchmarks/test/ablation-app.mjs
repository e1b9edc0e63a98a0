import { jsonBody } from 'nextpress';

/** What the replacements come by, in one application. @type {import('../lane/apps/app.mjs').Routes} */
export function routes(app) {
  app.get('/', (_req, res) => {
    res.json({ hello: 'world' });
  });
  app.get('/users/:id', (req, res) => {
    res.json({ id: req.params.id, query: req.query, path: req.pathname, url: req.originalUrl });
  });
  app.get('/files/new', (req, res) => {
    res.json({ params: Object.keys(req.params), query: Object.keys(req.query) });
  });
  app.get('/files/*path', (req, res) => {
    res.json(req.params);
  });
  app.post('/echo', jsonBody(), (req, res) => {
    res.json(req.body);
  });
  app.get('/short', (_req, res) => {
    res.send('ä');
  });
  app.get('/typed', (_req, res) => {
    res.type('text/plain').set('X-Frame-Options', 'DENY').send('typed');
  });
  app.get('/empty', (_req, res) => {
    res.sendStatus(204);
  });
  app.get('/away', (_req, res) => {
    res.redirect('/');
  });
  app.get('/bytes', (_req, res) => {
    res.send(Buffer.from([1, 2, 3]));
  });
  app.get('/failing', () => {
    throw Object.assign(new Error('no tea'), { status: 418 });
  });
}
