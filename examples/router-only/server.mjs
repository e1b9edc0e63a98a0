// The router alone, in front of a plain http.createServer: nothing else of Nextpress is loaded.
import { createServer } from 'node:http';
import { createRouter } from '@nextpress/router';

/** @type {import('@nextpress/router').Router<(params: import('@nextpress/router').Params) => string>} */
const router = createRouter();
router.add('GET', '/', () => 'Try /hello/world');
router.add('GET', '/hello/:name', ({ name }) => `Hello, ${name}`);
router.add('GET', '/files/*path', ({ path = [] }) => `The file ${[path].flat().join('/')}`);

const server = createServer((req, res) => {
  const [path = '/'] = (req.url ?? '/').split('?', 1);
  const found = router.find(req.method ?? 'GET', path);
  if (found !== undefined) return res.end(`${found.value(found.params)}\n`);
  const allowed = router.methodsFor(path);
  if (allowed.length > 0) res.setHeader('Allow', allowed.join(', '));
  res.writeHead(allowed.length > 0 ? 405 : 404).end();
});

server.listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`curl http://localhost:${address?.port}/hello/world`);
});
