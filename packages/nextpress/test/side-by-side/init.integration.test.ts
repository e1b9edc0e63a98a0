import type { Application } from 'express';
import { get } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';
import { reports } from './shows.ts';

/** Express's types lack these methods. */
type Made = Application & Record<'init' | 'defaultConfiguration', () => void>;

/** Counts the calls of a method while an application is created. */
const callsWhenMade = (name: 'init' | 'defaultConfiguration'): Case =>
  reports((express) => {
    const prototype = express.application as unknown as Made;
    const original = prototype[name];
    let calls = 0;
    prototype[name] = function counted(this: Application) {
      calls++;
      original.call(this);
      this.set('x', 'set by the library');
    };
    try {
      const app = express();
      return [calls, app.get('x'), app.get('etag')];
    } finally {
      prototype[name] = original;
    }
  });

const changed = (express: Express): Made => {
  const app = express() as unknown as Made;
  app.set('etag', false).set('x', 'own').disable('x-powered-by').set('trust proxy', true);
  app.engine('txt', () => {});
  app.locals.title = 'a title';
  app.mountpath = '/elsewhere';
  return app;
};

const describeApplication = (app: Application): unknown => [
  ['etag', 'x', 'x-powered-by', 'trust proxy', 'query parser', 'env'].map((name) => app.get(name)),
  Object.keys((app as unknown as { engines: object }).engines),
  Object.keys(app.locals),
  app.locals.settings.etag,
  app.mountpath,
];

const cases: Cases = {
  'app.init': {
    'is called when an application is made': callsWhenMade('init'),
    'forgets what was set': reports((express) => {
      const app = changed(express);
      app.init();
      return describeApplication(app);
    }),
    'forgets the routes': {
      app: (express) => {
        const app = express() as unknown as Made;
        app.get('/', (_req, res) => void res.end('before'));
        app.init();
        app.get('/', (_req, res) => void res.end('after'));
        return app;
      },
      asks: [get('/')],
    },
  },
  'app.defaultConfiguration': {
    'is called when an application is made': callsWhenMade('defaultConfiguration'),
    'restores the defaults': reports((express) => {
      const app = changed(express);
      app.defaultConfiguration();
      return describeApplication(app);
    }),
  },
};

compare(cases);
