// What `app.init()` and assignments to `app.settings` reset or set.
import type { Application } from 'express';
import { get } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';

type Made = Application & { init(): void; settings: Record<string, unknown> };

/** An application that is changed, initialized, and registered again. */
const initialized = (
  before: (app: Made) => unknown,
  after: (app: Made) => unknown,
  ...paths: string[]
): Case => ({
  app: (express: Express) => {
    const app = express() as unknown as Made;
    before(app);
    app.init();
    app.set('env', 'production');
    after(app);
    return app;
  },
  asks: paths.map((path) => get(path, { 'X-Forwarded-For': '6.6.6.6' })),
});

const respondWithJson = (app: Made) => app.get('/', (_req, res) => void res.json({ a: '<' }));

/** An application whose settings are assigned. */
const assigned = (change: (app: Made) => unknown): Case => ({
  app: (express: Express) => {
    const app = express() as unknown as Made;
    change(app);
    app.get('/', (req, res) => void res.json([app.get('json spaces'), app.get('x'), req.ip, req.subdomains]));
    return app;
  },
  asks: [get('/', { 'X-Forwarded-For': '6.6.6.6', Host: 'a.b.example.com' })],
});

const cases: Cases = {
  'app.init': {
    'resets the settings of JSON': initialized(
      (app) => app.set('json spaces', 2).set('json escape', true).set('json replacer', ['b']),
      respondWithJson,
      '/',
    ),
    'resets etag': initialized((app) => app.set('etag', false), respondWithJson, '/'),
    'resets trust proxy': initialized(
      (app) => app.set('trust proxy', true),
      (app) => app.get('/', (req, res) => void res.send(req.ip)),
      '/',
    ),
    'removes param callbacks': initialized(
      (app) => app.param('id', (_req, res) => void res.send('old')),
      (app) => app.get('/:id', (_req, res) => void res.send('new')),
      '/1',
    ),
    'resets the rules for paths': initialized(
      (app) =>
        app
          .enable('case sensitive routing')
          .enable('strict routing')
          .get('/A', () => {}),
      (app) => app.get('/A', (_req, res) => void res.send('A')),
      '/a',
      '/A/',
    ),
    'reads the rules for paths again': initialized(
      (app) => app.get('/A', () => {}),
      (app) => app.enable('case sensitive routing').get('/A', (_req, res) => void res.send('A')),
      '/a',
      '/A',
    ),
  },
  'app.settings': {
    'sets a setting by assignment': assigned(({ settings }) => {
      settings['json spaces'] = 1;
      settings['x-powered-by'] = false;
      settings.x = 'own';
    }),
    'does not compile an assigned setting': assigned(({ settings }) => {
      settings['trust proxy'] = true;
      settings.etag = false;
    }),
    'uses an assigned function': assigned(({ settings }) => {
      settings['trust proxy fn'] = () => true;
      settings['subdomain offset'] = 1;
    }),
    'removes a setting': assigned((app) => {
      app.set('json spaces', 2);
      delete app.settings['json spaces'];
      delete app.settings['x-powered-by'];
    }),
    'is replaced': assigned((app) => {
      app.settings = { ...app.settings, x: 'own', 'json spaces': 1 };
    }),
  },
};

compare(cases);
