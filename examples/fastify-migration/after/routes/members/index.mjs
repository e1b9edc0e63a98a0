import { Readable } from 'node:stream';
import { ValidationError } from '@nextpress/validate';
import { HttpError, textBody } from 'nextpress';

const member = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const query = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, default: 2 },
    tag: { type: 'array', items: { type: 'string' } },
  },
};

// addContentTypeParser
function parseCsv(req, _res, next) {
  if (req.is('text/csv')) req.body = req.body.split('\n').map((line) => line.split(','));
  next();
}

export default async function members(scope) {
  const all = [
    { id: 1, name: 'Ada', tags: ['admin', 'staff'], password: 'never sent' },
    { id: 2, name: 'Bob', tags: ['staff'], password: 'never sent' },
    { id: 3, name: 'Eve', tags: [], password: 'never sent' },
  ];

  scope.decorateResponse('created', function (path) {
    return this.status(201).set('Location', path);
  });
  scope.addHook('onRequest', async (_req, res) => {
    res.set('X-Api-Version', '2');
  });
  scope.setErrorHandler((error, req, res, next) => {
    if (!(error instanceof ValidationError)) return next(error);
    const [part] = error.issues[0].location.split('.');
    res.status(422).json({ invalid: part === 'query' ? 'querystring' : part, path: req.originalUrl });
  });

  scope.get('/', { schema: { query, response: { 200: { type: 'array', items: member } } } }, async (req) => {
    const { limit, tag = [] } = req.query;
    return all.filter(({ tags }) => tag.every((name) => tags.includes(name))).slice(0, limit);
  });
  // Before `/:id`, which matches these paths as well.
  scope.get('/export', (_req, res) => {
    return res.type('text/csv').send(Readable.from(all.map(({ id, name }) => `${id},${name}\n`)));
  });
  scope.get('/moved', (_req, res) => res.redirect(308, '/members'));
  scope.get('/:id', { schema: { params: member, response: { '2xx': member } } }, async (req) => {
    const found = all[req.params.id - 1];
    if (found === undefined) throw new HttpError(404, 'MEMBER_NOT_FOUND', 'There is no such member.');
    return found;
  });
  scope.post('/', textBody({ type: 'text/csv', limit: 100 }), parseCsv, async (req, res) => {
    return res.created('/members/4').json({ rows: req.body });
  });
  const settings = async (req) => ({ method: req.method, route: req.route.path });
  scope.route('/settings').put(settings).patch(settings);
}
