// Requests and responses that other code, such as Connect, has given properties before it calls an application.
import type { Application } from 'express';
import { get } from './ask.ts';
import { type Case, type Cases, compare } from './compare.ts';
import { VERSION_4 } from './version-4.ts';

// biome-ignore lint/suspicious/noExplicitAny: other code may assign anything
type Message = any;

/** Calls an application with messages that have been prepared. */
const after =
  (prepare: (req: Message, res: Message) => void, fill: (app: Application) => void): Case['app'] =>
  (express) => {
    const app = express().set('env', 'production').disable('x-powered-by');
    fill(app);
    return (req: Message, res: Message) => {
      prepare(req, res);
      app(req, res);
    };
  };

const shows =
  (read: (req: Message, res: Message) => unknown) =>
  (app: Application): void => {
    app.get('/:path', (req, res) => void res.json(read(req, res) ?? 'undefined'));
  };

/** An own property whose setter notes what it gets. */
const accessor = (name: string, configurable: boolean) => (req: Message, res: Message) => {
  let value: unknown;
  let assigned = 0;
  Object.defineProperty(req, name, {
    get: () => value,
    set: (next) => {
      value = next;
      assigned++;
    },
    configurable,
  });
  res.count = () => assigned > 0;
};

const accessors = ['originalUrl', 'params', 'res', '_parsedUrl'].flatMap((name) =>
  [true, false].map((configurable): [string, Case] => [
    `${name} is an accessor that can${configurable ? '' : 'not'} be defined again`,
    {
      app: after(
        accessor(name, configurable),
        shows((req, res) => [req.originalUrl, req.params, res.count(), req.res === res]),
      ),
      asks: [get('/x?a=1')],
    },
  ]),
);

/** The values at the end, or those of a request that was never given any. */
const leaves = (prepare: (req: Message) => void): Case['app'] =>
  after(
    (req, res) => {
      prepare(req);
      const end = res.end.bind(res);
      // What Express's last router leaves is visible to whatever responds after it.
      res.end = (...args: unknown[]) => {
        const { baseUrl, params } = req;
        res.setHeader('X-Left', JSON.stringify([baseUrl ?? 'none', params ?? 'none', typeof req.next]));
        return end(...args);
      };
    },
    (app) => {
      app.use((_req, _res, next) => next());
    },
  );

const cases: Cases = {
  'an application called with a request': {
    ...Object.fromEntries(accessors),
    'whose baseUrl, params and next are set': {
      app: leaves((req) => Object.assign(req, { baseUrl: '/api', params: { t: 1 }, next: () => {} })),
      asks: [get('/x')],
    },
    'whose params are set': {
      app: leaves((req) => Object.assign(req, { params: { t: 1 } })),
      asks: [get('/x')],
    },
    'with none of them': { app: leaves(() => {}), asks: [get('/x')] },
    'of an outer application, which is not mounted': {
      app: (express) => {
        const inner = express().disable('x-powered-by');
        const outer = express().disable('x-powered-by');
        outer.use('/out/:id', (req, res) => {
          res.on('finish', () => {});
          const { end } = res;
          res.end = function (this: Message, ...args: unknown[]) {
            res.setHeader('X-Left', JSON.stringify([req.baseUrl, req.params, typeof req.next]));
            return Reflect.apply(end, res, args);
          } as never;
          inner(req, res);
        });
        return outer;
      },
      asks: [get('/out/7/x')],
    },
    'whose target was rewritten': {
      app: after(
        (req) => {
          req.originalUrl ??= req.url;
          req.url = '/items?role=user';
        },
        shows((req) => [req.query, req.originalUrl, req.url]),
      ),
      asks: [get('/x?role=admin')],
    },
    'whose originalUrl is not a string': {
      app: after(
        (req) => Object.assign(req, { originalUrl: { href: '/y' } }),
        shows((req) => req.query),
      ),
      asks: [get('/x?a=1'), get('/missing/x?a=1')],
    },
  },
  'an application called with a response': {
    ...Object.fromEntries(
      [null, undefined, 0, { user: 'Ada' }].map((locals): [string, Case] => [
        `whose locals are ${JSON.stringify(locals)}`,
        {
          app: after(
            (_req, res) => Object.assign(res, { locals }),
            shows((_req, res) => res.locals),
          ),
          asks: [get('/x')],
        },
      ]),
    ),
    'whose prototype has locals': {
      app: after(
        () => {},
        (app) => {
          Object.assign((app as Message).response, { locals: { p: 1 } });
          shows((_req, res) => res.locals)(app);
        },
      ),
      asks: [get('/x')],
    },
  },
};

compare(cases);
compare(
  Object.fromEntries(Object.entries(cases).map(([member, ofMember]) => [`${member} in version 4`, ofMember])),
  VERSION_4,
);
