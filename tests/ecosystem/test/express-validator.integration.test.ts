import express from 'express';
import { body, checkSchema, matchedData, param, query, validationResult } from 'express-validator';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('express-validator');

works('checks and cleans body, params, query and fields', async ({ app, serve }) => {
  app.use(express.json());
  app.post(
    '/users/:id',
    param('id').isInt().toInt(),
    query('dry').optional().isBoolean().toBoolean(),
    body('mail').isEmail().normalizeEmail(),
    body('tags.*').trim().escape(),
    checkSchema({ 'x-key': { in: 'headers', isLength: { options: { min: 3 } } } }),
    (req: express.Request, res: express.Response) => {
      const result = validationResult(req);
      if (result.isEmpty()) res.json(matchedData(req));
      else res.status(422).json(result.array().map((error) => ('path' in error ? error.path : error.type)));
    },
  );
  const { visitor } = await serve();
  const good = await visitor.post(
    '/users/7?dry=true',
    { mail: 'Ada@EXAMPLE.com', tags: [' <b> '], other: 1 },
    { 'X-Key': 'abc' },
  );
  expect(good.json()).toEqual({
    id: 7,
    dry: true,
    mail: 'ada@example.com',
    tags: ['&lt;b&gt;'],
    'x-key': 'abc',
  });
  const bad = await visitor.post('/users/seven?dry=perhaps', { mail: 'none' });
  expect([bad.status, bad.json()]).toEqual([422, ['id', 'dry', 'mail', 'x-key']]);
});
