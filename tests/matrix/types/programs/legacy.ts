// For resolution that does not read `exports`.
import express, { type Request, type Response, Router } from '@nextpress/express';
import { createServer, jsonBody } from 'nextpress';

import umbrella = require('nextpress/express');

const app: express.Application = express();
app.use(Router(), jsonBody());
app.get('/users/:id', (req, res) => {
  const id: string = req.params.id;
  res.json({ id });
});
app.get('/', (req: Request, res: Response) => {
  res.send(req.path);
});
createServer().use('/app', app, umbrella.json());
