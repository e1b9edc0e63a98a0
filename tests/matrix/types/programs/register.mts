import { createServer } from 'node:http';
import '@nextpress/core/register';

createServer((req, res) => {
  res.json({ path: req.pathname, query: req.query });
});
