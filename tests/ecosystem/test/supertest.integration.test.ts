import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('supertest');

works('requests an application that is not listening, and a server', async ({ app, serve }) => {
  app.use(express.json());
  app.get('/users/:id', (req, res) => void res.set('X-A', 'b').json({ id: req.params.id }));
  app.post('/users', (req, res) => void res.status(201).location('/users/7').json(req.body));
  app.get('/login', (_req, res) => void res.cookie('user', 'ada').redirect('/me'));
  app.get('/me', (req, res) => void res.send(req.get('Cookie')));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.use(
    ((error, _req, res, _next) => void res.status(500).send(error.message)) satisfies ErrorRequestHandler,
  );
  const { server, visitor } = await serve();
  // supertest asks for each connection to be closed, which is left to Node.
  expect((await visitor.get('/users/7')).status).toBe(200);
  for (const subject of [app, server]) {
    await request(subject)
      .get('/users/7')
      .expect(200, { id: '7' })
      .expect('X-A', 'b')
      .expect('Content-Type', /json/);
    const created = await request(subject)
      .post('/users')
      .send({ name: 'Ada' })
      .expect(201)
      .expect('Location', '/users/7');
    expect(created.body).toEqual({ name: 'Ada' });
    await request(subject).get('/broken').expect(500, 'broken');
    await request(subject).get('/none').expect(404);
    await request.agent(subject).get('/login').redirects(1).expect(200, 'user=ada');
  }
});
