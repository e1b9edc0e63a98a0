import { body, matchedData, validationResult } from 'express-validator';
import type { Board, Notice } from './board.ts';
import { Problem } from './errors.ts';
import express, { type RequestHandler, Router } from './express.ts';

/** Params, response, body and query of a handler, in the order of Express's types. */
type ListNotices = RequestHandler<Record<string, never>, Notice[], never, { author?: string }>;
type ShowNotice = RequestHandler<{ id: string }, Notice, never, never, { notice: Notice }>;
type RemoveNotice = RequestHandler<{ id: string }, never>;
type AddNotice = RequestHandler<Record<string, never>, Notice | { problems: string[] }>;

/** The notices as a JSON API. */
export function api(board: Board): Router {
  const list: ListNotices = (req, res) => {
    res.json(board.list(req.query.author));
  };
  const show: ShowNotice = (_req, res) => {
    res.json(res.locals.notice);
  };
  const remove: RemoveNotice = (req, res) => {
    board.remove(Number(req.params.id));
    res.sendStatus(204);
  };
  const add: AddNotice = async (req, res) => {
    const problems = validationResult(req);
    if (!problems.isEmpty()) {
      res.status(422).json({ problems: problems.array().map(({ msg }) => String(msg)) });
      return;
    }
    const notice = board.add(matchedData<Pick<Notice, 'author' | 'text'>>(req));
    res.status(201).location(`${req.baseUrl}/${notice.id}`).json(notice);
  };

  const router = Router();
  router.param('id', (_req, res, next, id: string) => {
    res.locals.notice = board.find(Number(id));
    next(res.locals.notice === undefined ? new Problem(404, `there is no notice ${id}`) : undefined);
  });
  router.route('/:id').get(show).delete(remove);
  router.get('/', list);
  router.post(
    '/',
    express.json({ limit: '10kb' }),
    body('author').trim().notEmpty().withMessage('who says so?'),
    body('text').trim().isLength({ min: 1, max: 200 }).withMessage('one to 200 characters'),
    add,
  );
  return router;
}
