import express from 'express';
import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

/** @param {import('express').Express} app */
export function addRoutes(app) {
  app.get('/', (_req, res) => {
    res.type('text').send('Hi');
  });

  app.get('/id/:id', (req, res) => {
    res.set('X-Powered-By', 'benchmark').type('text').send(`${req.params.id} ${req.query.name}`);
  });

  app.post('/json', express.json(), (req, res) => {
    res.json(req.body);
  });

  app.get('/profile', (_req, res) => {
    res.json(profile());
  });

  app.get('/users/:id', (req, res) => {
    const { id } = req.params;
    res.json({ id, name: `User ${id}` });
  });

  app.get('/chain', (req, res) => {
    const started = Date.now();
    const requestId = String(req.get('X-Request-Id'));
    const authenticated = req.get('Authorization') === 'Bearer secret';
    res.set('X-Request-Id', requestId);
    res.set('X-Response-Time', `${Date.now() - started}ms`);
    res.json({ message: 'Chain complete', requestId, authenticated });
  });

  app.get('/error', () => {
    throw new Error('This handler always throws');
  });

  app.get('/fields', (_req, res) => {
    res.set(tenFields).type('text').send('Hi');
  });

  // Express's own handler writes every error to standard error, and has no setting against it.
  app.use(answerError);
}

/** @type {import('express').ErrorRequestHandler} */
const answerError = (_error, _req, res, _next) => {
  res.sendStatus(500);
};
