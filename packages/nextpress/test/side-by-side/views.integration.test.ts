import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application, ErrorRequestHandler } from 'express';
import { afterAll } from 'vitest';
import { get, head } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';
import { text } from './shows.ts';

const home = mkdtempSync(join(tmpdir(), 'side-by-side-views-'));
const [views, more] = [join(home, 'views'), join(home, 'more')];
for (const folder of [views, more, join(views, 'user'), join(views, 'folder')]) mkdirSync(folder);
writeFileSync(join(views, 'hello.ejs'), '<p>Hello, <%= name %></p>');
writeFileSync(
  join(views, 'all.ejs'),
  '<%= settings.title %> <%= shared %> <%= own %> <%= given %> <%= cache %>',
);
writeFileSync(join(views, 'broken.ejs'), '<%= missing.property %>');
writeFileSync(join(views, 'page.html'), 'html of {{name}}');
writeFileSync(join(views, 'both.ejs'), 'from views');
writeFileSync(join(more, 'both.ejs'), 'from more');
writeFileSync(join(more, 'second.ejs'), 'second');
writeFileSync(join(views, 'user', 'index.ejs'), 'index of user');
afterAll(() => rmSync(home, { recursive: true }));

/** Sends an error, without the folder, which differs in each run. */
const caught: ErrorRequestHandler = (error, _req, res, _next) => {
  res
    .status(500)
    .end(`${error.name}: ${error.message.split('\n')[0]} ${text(Object.keys(error.view ?? {}).sort())}`);
};

/** An application that renders the view named by the path. */
const renders =
  (options: object | undefined = undefined, prepare: (app: Application) => unknown = () => {}) =>
  (express: Express): Application => {
    const app = express().set('views', views).set('view engine', 'ejs');
    prepare(app);
    app.get('/*view', (req, res) => {
      const view = (req.params as unknown as { view: string[] }).view.join('/');
      if (options === undefined) res.render(view);
      else res.render(view, { ...options });
    });
    return app.use(caught);
  };

/** A template engine that returns its arguments as text. */
const braces = (path: string, given: object, done: (error: unknown, html?: string) => void): void => {
  const { name, cache, settings } = given as { name?: string; cache?: boolean; settings: object };
  done(null, `${path.split('/').pop()} ${name} ${cache} ${Object.keys(settings).length > 3}`);
};

const cases: Cases = {
  'app.engine': {
    'maps an extension': {
      app: renders({ name: 'tobi' }, (app) => app.engine('html', braces)),
      asks: [get('/page.html'), head('/page.html')],
    },
    'takes the extension with its dot': {
      app: renders({ name: 'tobi' }, (app) => app.engine('.html', braces).set('view engine', '.html')),
      asks: [get('/page')],
    },
    'is inherited by mounted applications': {
      app: (express) => {
        const inner = renders({ name: 'inner' })(express);
        return express().engine('html', braces).use('/in', inner);
      },
      asks: [get('/in/page.html')],
    },
    'may call back later, or throw': {
      app: renders({}, (app) =>
        app
          .engine('html', (_path, _options, done) => {
            setTimeout(() => done(null, 'later'), 5);
          })
          .engine('ejs', () => {
            throw new Error('engine failed');
          }),
      ),
      asks: [get('/page.html'), get('/hello.ejs')],
    },
  },
  'app.render': {
    'calls back': {
      app: (express) => {
        const app = express().set('views', views).set('view engine', 'ejs');
        app.locals.name = 'local';
        return app.get('/:view', (req, res) => {
          let sync = true;
          app.render(req.params.view, (error: Error | null, html?: string) => {
            res.end(`${sync} ${error?.message.split('"')[1]} ${html}`);
          });
          sync = false;
        });
      },
      asks: [get('/hello'), get('/missing')],
    },
    'merges the locals': {
      app: (express) => {
        const app = express().set('views', views).set('view engine', 'ejs').set('title', 'Title');
        Object.assign(app.locals, { shared: 'app', own: 'app', given: 'app' });
        return app.get('/', (_req, res) => {
          app.render(
            'all',
            { given: 'given', _locals: { own: 'request' } },
            (_error: unknown, html?: string) => void res.end(html),
          );
        });
      },
      asks: [get('/')],
    },
  },
  'res.render': {
    'responds with the view': {
      app: renders({ name: '<tobi>' }),
      asks: [get('/hello'), head('/hello'), get('/hello.ejs'), get('/user'), get('/hello')],
    },
    'merges the locals of application and response': {
      app: (express) => {
        const app = renders({ given: 'given' }, (each) => {
          each.set('title', 'Title');
          Object.assign(each.locals, { shared: 'app', own: 'app', given: 'app' });
          each.use((_req, res, next) => {
            Object.assign(res.locals, { own: 'response', given: 'response' });
            next();
          });
        });
        return app(express);
      },
      asks: [get('/all')],
    },
    'without options': { app: renders(), asks: [get('/user')] },
    'with a callback': {
      app: (express) => {
        const app = express().set('views', views).set('view engine', 'ejs');
        app.get('/one', (_req, res) => {
          res.render('hello', { name: 'x' }, (error, html) => void res.type('txt').send(`${error} ${html}`));
        });
        app.get('/two', (_req, res) => {
          res.render('user', (error: Error, html: string) => void res.send(`${error} ${html}`));
        });
        return app;
      },
      asks: [get('/one'), get('/two')],
    },
    'of an engine that fails': { app: renders({}), asks: [get('/broken')] },
    'keeps a status and a type': {
      app: (express) => {
        const app = express().set('views', views).set('view engine', 'ejs');
        return app.get('/', (_req, res) => void res.status(201).type('xml').render('user'));
      },
      asks: [get('/')],
    },
    'inside a mounted application': {
      app: (express) => {
        const inner = express().get('/', (_req, res) => void res.render('both'));
        inner.set('views', more);
        return express().set('views', views).set('view engine', 'ejs').use('/in', inner);
      },
      asks: [get('/in')],
    },
  },
  views: {
    'that are several folders': {
      app: renders({}, (app) => app.set('views', [more, views])),
      asks: [get('/both'), get('/second'), get('/user'), get('/missing')],
    },
    'that are missing': { app: renders({}), asks: [get('/missing'), get('/folder'), get('/user/none')] },
    'that are missing in three folders': {
      app: renders({}, (app) => app.set('views', [more, views, home])),
      asks: [get('/missing')],
    },
    'outside the folder': { app: renders({}), asks: [get('/..%2Fmore%2Fsecond')] },
  },
  'view engine': {
    'is required by its name': { app: renders({ name: 'x' }), asks: [get('/hello')] },
    'that is not there': {
      app: renders({}, (app) => app.set('view engine', undefined)),
      asks: [get('/hello')],
    },
    'that is not an engine': {
      app: renders({}, (app) => app.set('view engine', 'events')),
      asks: [get('/hello')],
    },
  },
  'view cache': {
    'is off by default': { app: renders({ shared: 1, own: 1, given: 1 }), asks: [get('/all')] },
    on: {
      app: renders({ shared: 1, own: 1, given: 1 }, (app) => app.enable('view cache')),
      asks: [get('/all'), get('/all')],
    },
    'on, looks a view up once': {
      app: (express) => {
        let lookups = 0;
        class View {
          readonly path: string;
          constructor(name: string) {
            lookups++;
            this.path = name;
          }
          render(_options: object, done: (error: unknown, html: string) => void): void {
            done(null, String(lookups));
          }
        }
        const app = express().set('view', View).enable('view cache');
        return app.get('/:view', (req, res) => void res.render(req.params.view));
      },
      asks: [get('/a'), get('/a'), get('/b')],
    },
    'by an option': { app: renders({ cache: true, shared: 1, own: 1, given: 1 }), asks: [get('/all')] },
  },
};

compare(cases);
