import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import cookieParser from 'cookie-parser';
import ejs from 'ejs';
import session from 'express-session';
import helmet from 'helmet';
import { api } from './api.ts';
import { Board } from './board.ts';
import { notFound, sendError } from './errors.ts';
import express, { type Express } from './express.ts';
import { pages } from './pages.ts';

const folder = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const secret = process.env.SECRET ?? randomBytes(16).toString('hex');

/** The whole application. */
export function createApp(): Express {
  const board = new Board();
  const app = express();
  app.engine('ejs', ejs.renderFile);
  app.set('views', folder('views')).set('view engine', 'ejs');
  app.set('json spaces', 2).disable('x-powered-by');
  app.set('log', console.error);
  app.locals.title = 'Notice board';

  app.use(helmet());
  app.use('/static', express.static(folder('public'), { maxAge: '1d' }));
  app.use('/api/notices', api(board));
  app.use(cookieParser(secret), session({ secret, resave: false, saveUninitialized: false }));
  app.use(pages(board, process.env.UPLOADS ?? folder('data/uploads')));
  app.use(notFound, sendError);
  return app;
}
