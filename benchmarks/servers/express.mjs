import express from 'express';
import { report } from '../report.mjs';

const app = express();

app.get('/', (_req, res) => {
  res.json({ hello: 'world' });
});

report(app.listen(0));
