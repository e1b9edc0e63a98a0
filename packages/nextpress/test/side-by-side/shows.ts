import type { Application, Request, Response } from 'express';
import type { Express } from './compare.ts';

/** An application that answers every request with what `read` gives, as JSON. */
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

/** An application that answers every `GET` with what `act` does to the response; in production, so that pages have no stack. */
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

/** JSON that tells `undefined`, absent values and functions apart. */
export function text(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (each === undefined) return 'undefined';
    return typeof each === 'function' ? `function ${each.length}` : each;
  });
}
