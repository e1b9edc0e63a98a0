// One instance for restarts.mjs: it restarts when told so, and remembers the requests that its handlers got.
import http from 'node:http';
import { createServer } from 'nextpress';

const [, , kind, port] = process.argv;
/** How long, in milliseconds, node:http waits for clients that keep their connections. */
const PATIENCE = 200;
/** @type {string[]} */
const handled = [];

/** @param {http.IncomingMessage} req @param {http.ServerResponse} res */
function listener(req, res) {
  const id = String(req.url);
  handled.push(id);
  const respond = () => res.end(id);
  if (id.startsWith('/later')) setTimeout(respond, 5);
  else if (req.method === 'POST') req.resume().on('end', respond);
  else respond();
}

/** Listens, and returns what closes the server. @returns {Promise<() => Promise<unknown>>} */
async function listen() {
  const app = kind === 'nextpress' ? createServer().use(/** @type {never} */ (listener)) : undefined;
  const server =
    app?.listen(Number(port), '127.0.0.1') ?? http.createServer(listener).listen(Number(port), '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  if (app) return () => app.close();
  return () => {
    const timer = setTimeout(() => server.closeAllConnections(), PATIENCE);
    return new Promise((resolve) => server.close(resolve)).then(() => clearTimeout(timer));
  };
}

let close = await listen();
process.on('message', async (message) => {
  if (message === 'restart') {
    await close();
    close = await listen();
    process.send?.('restarted');
  } else process.send?.(handled);
});
process.send?.('listening');
