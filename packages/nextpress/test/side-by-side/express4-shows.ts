/** @module Applications of Express 4 that several tables of cases use. */
import type { Application, Request, Response, Router } from 'express';
import type { Express } from './compare.ts';

/** Members of version 4, which have no types. */
// biome-ignore lint/suspicious/noExplicitAny: version 4 has no types here
export type Old = any;

/** An application that calls `act` with the response for every `GET`. */
export const does =
  (
    act: (res: Response & Old, req: Request & Old) => unknown,
    prepare: (app: Application) => unknown = () => {},
  ) =>
  (express: Express): Application => {
    const app = express().set('env', 'production');
    prepare(app);
    return app.get('*', (req, res) => {
      act(res, req);
    });
  };

/** An application that sends what `read` returns, as JSON. */
export const shows = (
  read: (req: Request & Old, res: Response & Old) => unknown,
  prepare?: (app: Application) => unknown,
) => does((res, req) => res.json({ value: read(req, res) ?? null }), prepare);

/** An application in production, prepared by `register`. */
export const registers =
  (register: (app: Application & Router & Old, express: Express & Old) => unknown) => (express: Express) => {
    const app = express().set('env', 'production');
    register(app as Application & Router & Old, express);
    return app;
  };
