/** @module Applications and handlers that several tables of cases use. */
import type { Application, ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { get } from './ask.ts';
import type { Case, Express } from './compare.ts';

/** An application that responds to every request with what `read` returns, as JSON. */
export function shows(
  read: (req: Request, res: Response) => unknown,
  prepare: (app: Application) => unknown = () => {},
): (express: Express) => Application {
  return (express) => {
    const app = express();
    prepare(app);
    return app.use((req, res) => {
      res.setHeader('Content-Type', 'application/json');
      res.end(text(read(req, res)));
    });
  };
}

/** An application that calls `act` with the response for every `GET`; in production, so that pages have no stack. */
export function does(
  act: (res: Response, req: Request) => unknown,
  prepare: (app: Application) => unknown = () => {},
): (express: Express) => Application {
  return (express) => {
    const app = express().set('env', 'production');
    prepare(app);
    return app.get('/{*path}', (req, res) => {
      act(res, req);
    });
  };
}

/** A case that compares a value computed while the application is built. */
export function reports(compute: (express: Express) => unknown): Case {
  return {
    app: (express) => {
      const value = text(compute(express));
      return express().use((_req, res) => {
        res.end(value);
      });
    },
    asks: [get('/')],
  };
}

/** A case that compares which of the calls throw, and the names of their errors. */
export function refuses(...calls: ((express: Express) => unknown)[]): Case {
  return reports((express) =>
    calls.map((call) => {
      try {
        call(express);
        return 'accepted';
      } catch (error) {
        return error instanceof TypeError ? 'TypeError' : (error as Error).name;
      }
    }),
  );
}

/** Middleware that adds its name, path and parameters to a response header. */
export function traces(name: string): RequestHandler {
  return (req, res, next) => {
    res.append('X-Way', `${name} ${req.baseUrl}|${req.url} ${text(req.params)}`);
    next();
  };
}

/** Responds with `end`. */
export const ends: RequestHandler = (_req, res) => {
  res.end('end');
};

/** Responds with the message of an error. */
export const catches: ErrorRequestHandler = (error, _req, res, _next) => {
  res.status(error.status ?? 500).end(`caught ${error.message ?? error}`);
};

/** Values of several types, for options that accept few of them. */
export const oddValues = {
  null: null,
  zero: 0,
  one: 1,
  empty: '',
  word: 'word',
  true: true,
  false: false,
  list: [],
  object: {},
};

/** JSON in which `undefined`, absent values and functions differ, and objects without a prototype from others. */
export function text(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (each === undefined) return 'undefined';
    // Empty params differ on purpose: in Express those of a route inherit nothing.
    if (
      typeof each === 'object' &&
      each !== null &&
      Object.keys(each).length > 0 &&
      !('hasOwnProperty' in each)
    ) {
      return { ...(each as object), '[prototype]': String(Object.getPrototypeOf(each) && 'an object') };
    }
    return typeof each === 'function' ? `function ${each.length}` : each;
  });
}
