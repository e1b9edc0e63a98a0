// Importing one module adds the helpers to Node's own requests and responses.
import { createServer } from 'node:http';
import '@nextpress/core/register';

const server = createServer((req, res) => {
  if (req.pathname === '/') res.json({ pathname: req.pathname, query: req.query });
  else if (req.pathname === '/old') res.redirect('/');
  else res.sendStatus(404);
});

server.listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`curl "http://localhost:${address?.port}/?colour=green"`);
});
