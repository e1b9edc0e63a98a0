import express from 'express';
import methodOverride from 'method-override';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('method-override');

works(
  'lets a field, the query or the body of a POST name the method that is routed',
  async ({ app, serve }) => {
    app.use(express.urlencoded({ extended: false }));
    app.use(
      methodOverride(),
      methodOverride('_method'),
      methodOverride(({ body }) => body?._method),
    );
    const tell: express.RequestHandler = (req, res) => {
      res.json([req.method, (req as express.Request & { originalMethod?: string }).originalMethod]);
    };
    app.post('/thing', tell).put('/thing', tell).delete('/thing', tell).patch('/thing', tell);
    const { visitor } = await serve();
    expect((await visitor.post('/thing')).json()).toEqual(['POST', 'POST']);
    const field = await visitor.post('/thing', '', { 'X-HTTP-Method-Override': 'PUT' });
    expect([field.json(), field.headers.get('vary')]).toEqual([['PUT', 'POST'], 'X-HTTP-Method-Override']);
    expect((await visitor.post('/thing?_method=delete')).json()).toEqual(['DELETE', 'POST']);
    expect((await visitor.post('/thing', new URLSearchParams({ _method: 'PATCH' }))).json()).toEqual([
      'PATCH',
      'POST',
    ]);
  },
);
