/** Adds the routes whose traces are compared. Load Express after the instrumentation and pass it in. */
module.exports = function addTracedRoutes(app, express, getActiveSpan) {
  app.use(function mark(_req, res, next) {
    res.set('X-Traced', `${getActiveSpan() !== undefined}`);
    next();
  });
  app.use('/late', async function wait(_req, _res, next) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    next();
  });
  app.get('/', function home(_req, res) {
    res.send('home');
  });
  app.get('/late', (_req, res) => res.send('late'));
  app.get('/fail', () => {
    throw new Error('failed');
  });
  app.get('/async-fail', async () => {
    throw new Error('failed later');
  });
  app.get('/refused', (_req, _res, next) => next(Object.assign(new Error('not found'), { status: 404 })));
  app.get(['/a', '/b'], (_req, res) => res.send('one of two'));
  app.get(/^\/matched\/(\d+)$/, (req, res) => res.json(req.params));
  app.use('/users', usersRouter(express));
  const mounted = express();
  mounted.get('/page', (req, res) => res.send(req.baseUrl));
  app.use('/mounted', mounted);
};

function usersRouter(express) {
  const users = express.Router();
  users.use(function guard(req, res, next) {
    if (req.get('X-Deny') === undefined) next();
    else res.sendStatus(403);
  });
  users
    .route('/:id')
    .get((req, res) => res.json(req.params))
    .delete((_req, res) => res.sendStatus(204));
  users.get(
    '/:id/posts/:post',
    (_req, _res, next) => next(),
    (req, res) => res.json(req.params),
  );
  users.get('/:id/fail', (req) => {
    throw new Error(`user ${req.params.id} failed`);
  });
  return users;
}
