import { resolve } from 'node:path';
import multer from 'multer';
import type { Board } from './board.ts';
import { Problem } from './errors.ts';
import express, { type RequestHandler, Router } from './express.ts';

declare module 'express-session' {
  interface SessionData {
    user: string;
  }
}

/** The notices as pages, with a form for logged-in users. */
export function pages(board: Board, uploads: string): Router {
  const upload = multer({ dest: uploads, limits: { fileSize: 100_000 } });
  const form = express.urlencoded({ extended: false });

  const requireUser: RequestHandler = (req, _res, next) => {
    next(req.session.user === undefined ? new Problem(403, 'log in first') : undefined);
  };

  const router = Router();
  router.get('/', (req, res) => {
    // A cookie with an invalid signature is `false`.
    const theme = req.signedCookies.theme || 'light';
    res.render('board', { user: req.session.user, notices: board.list(), theme });
  });
  router.post('/login', form, (req, res, next) => {
    req.session.regenerate((error) => {
      if (error) return next(error);
      req.session.user = String(req.body.user);
      res.redirect('/');
    });
  });
  router.post('/logout', (req, res, next) => {
    req.session.destroy((error) => (error ? next(error) : res.redirect('/')));
  });
  router.post('/theme/:theme', (req, res) => {
    res.cookie('theme', req.params.theme, {
      signed: true,
      httpOnly: true,
      sameSite: 'lax',
      maxAge: 86_400_000,
    });
    res.redirect(303, req.get('Referer') ?? '/');
  });
  router.post('/notices', requireUser, upload.single('picture'), (req, res) => {
    const { file, session, body } = req;
    const picture = file && { path: resolve(file.path), name: file.originalname };
    board.add({ author: session.user ?? '', text: String(body.text), picture });
    res.redirect(303, '/');
  });
  router.get('/notices/:id/picture', (req, res, next) => {
    const picture = board.find(Number(req.params.id))?.picture;
    if (picture === undefined) next();
    else res.download(picture.path, picture.name);
  });
  return router;
}
