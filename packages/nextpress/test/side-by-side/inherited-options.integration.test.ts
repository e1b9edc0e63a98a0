// Inherited options of `res.download`, and views cached by the application.
import type { Application } from 'express';
import { get } from './ask.ts';
import { type Cases, compare } from './compare.ts';

const root = import.meta.dirname;
const inherited = (options: object): object => Object.create(options) as object;

const cases: Cases = {
  'res.download': {
    'reads inherited options': {
      app: (express) =>
        express().get('/', (_req, res) =>
          res.download('shows.ts', 'x.txt', inherited({ root, maxAge: 5000, headers: { 'X-Own': '1' } })),
        ),
      asks: [get('/')],
    },
  },
  'res.sendFile': {
    'reads inherited options': {
      app: (express) =>
        express().get('/', (_req, res) =>
          res.sendFile('shows.ts', inherited({ root, immutable: true, maxAge: '1d' })),
        ),
      asks: [get('/')],
    },
    'follows the setting etag': {
      app: (express) =>
        express()
          .set('etag', false)
          .get('/', (_req, res) => res.sendFile('shows.ts', { root, etag: true } as object)),
      asks: [get('/')],
    },
  },
  'app.render': {
    'uses a cached view without a path': {
      app: (express) => {
        const app = express().enable('view cache') as unknown as Application & {
          cache: Record<string, unknown>;
        };
        app.cache.cached = {
          render: (_options: object, done: (error: unknown, text: string) => void) => done(null, 'cached'),
        };
        return app.get('/', (_req, res) => res.render('cached'));
      },
      asks: [get('/')],
    },
  },
};

compare(cases);
