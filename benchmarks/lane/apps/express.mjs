import express from 'express';

const app = express();

app.get('/', (_req, res) => {
  res.json({ hello: 'world' });
});

/** @type {import('./app.mjs').Listener} */
export const listener = app;
