// Nextpress middleware in an Express application: each is a plain (req, res, next) function.
import { fileURLToPath } from 'node:url';
import { cors } from '@nextpress/cors';
import { jsonBody } from '@nextpress/json-body';
import { serveStatic } from '@nextpress/static';
import express from 'express';

const app = express();
app.use(cors({ origin: 'https://example.com', credentials: true }));
app.use(jsonBody({ limit: 1_000 }));
app.post('/echo', (req, res) => {
  res.json(req.body ?? null);
});
app.use(serveStatic(fileURLToPath(new URL('public', import.meta.url))));

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`curl http://localhost:${address?.port}/hello.txt`);
});
