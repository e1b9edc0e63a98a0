// Loads every entry of every package, serves requests with them, and prints the responses as one line of JSON.
// The arguments: `import` or `require`, and the entries as `[name, file]` in JSON.
const { createServer: createHttpServer, request } = require('node:http');
const { once } = require('node:events');
const { basename } = require('node:path');

const [kind, entries] = process.argv.slice(2);
/** @type {(file: string) => any} */
const load = kind === 'import' ? (file) => import(file) : require;

/** @typedef {import('nextpress').Application & { ws(path: string, handler: (connection: any) => void): void }} App */
/** @typedef {[method: string, path: string, body?: string, type?: string]} Exchange */

/** @type {Exchange[]} */
const SHARED = [
  ['GET', '/users/7?a=1'],
  ['GET', '/files/page.tpl'],
  ['GET', '/files/none'],
  ['GET', '/send-file'],
  ['GET', '/send-path'],
  ['GET', '/render'],
  ['GET', '/fail'],
  ['GET', '/none'],
  ['POST', '/json', '{"a":1}', 'application/json'],
  ['POST', '/form', 'a=1', 'application/x-www-form-urlencoded'],
];

async function main() {
  /** @type {Record<string, any>} */
  const modules = {};
  for (const [name, file] of JSON.parse(entries ?? '')) modules[name] = await load(file);
  const app = createWhole(modules);
  const output = {
    nextpress: await ask(app, [
      ...SHARED,
      ['GET', '/checked'],
      ['GET', '/events'],
      ['GET', '/fetch'],
      ['GET', '/openapi.json'],
      ['GET', '/socket'],
    ]),
    express: await ask(createClassic(modules), [...SHARED, ['GET', '/page.tpl']]),
    register: await ask(createPlain(modules), [['GET', '/users/7']]),
    toFetch: await textOf(modules['@nextpress/fetch'].toFetch(app)(new Request('http://localhost/users/8'))),
  };
  console.log(JSON.stringify(output));
}

/** @param {Record<string, any>} modules */
function createWhole({ nextpress, ...modules }) {
  const standard = {
    '~standard': {
      version: 1,
      vendor: 'none',
      validate: () => ({ value: { checked: true } }),
    },
  };
  /** @type {App} */
  const app = modules['@nextpress/websocket'].websocket(nextpress.createServer({ logError: () => {} }));
  app.register(modules['@nextpress/validate'].validate());
  app.register(modules['@nextpress/openapi'].openapi({ info: { title: 'Restricted', version: '1.0.0' } }));
  app.use(nextpress.cors());
  app.use('/files', nextpress.serveStatic(__dirname));
  addRoutes(app, nextpress.jsonBody(), nextpress.formBody());
  app.get('/checked', { schema: { query: standard } }, (req, res) => res.json(req.query));
  app.get('/events', (_req, res) => res.sse().sendAll(['event']));
  app.use(
    '/fetch',
    modules['@nextpress/fetch'].fromFetch(() => new Response('fetched')),
  );
  app.ws('/socket', (connection) => connection.send('hello'));
  return app;
}

/** @param {Record<string, any>} modules */
function createClassic(modules) {
  const express = modules['nextpress/express'].default;
  const app = express().set('env', 'test').use(express.static(__dirname));
  app.use('/files', express.static(__dirname));
  addRoutes(app, express.json(), express.urlencoded());
  return app;
}

/** With what `@nextpress/core/register` adds to Node's prototypes. @param {Record<string, any>} modules */
function createPlain(modules) {
  const server = createHttpServer((req, res) =>
    /** @type {any} */ (res).json({ path: /** @type {any} */ (req).path }),
  );
  modules['@nextpress/fast-lane'].fastLane(server);
  return server;
}

/** @param {import('nextpress').Application} app @param {any} json @param {any} form */
function addRoutes(app, json, form) {
  app.engine('tpl', (path, /** @type {any} */ options, done) =>
    done(null, `${options.name} ${basename(path)}`),
  );
  app.set('views', __dirname);
  app.get('/users/:id', (req, res) => res.json({ ...req.params, ...req.query }));
  app.get('/send-file', (_req, res) => res.sendFile('page.tpl', { root: __dirname }));
  app.get('/send-path', (_req, res) => res.sendFile(`${__dirname}/page.tpl`));
  app.get('/render', (_req, res) => res.render('page.tpl', { name: 'rendered' }));
  app.get('/fail', () => {
    throw new Error('failed');
  });
  app.post('/json', json, (req, res) => res.json(req.body));
  app.post('/form', form, (req, res) => res.json(req.body));
}

/** Starts an application, and returns each response as text. @param {any} app @param {Exchange[]} exchanges */
async function ask(app, exchanges) {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const responses = [];
  for (const [method, path, body, type] of exchanges) {
    responses.push(
      `${method} ${path} ${await (path === '/socket' ? upgrade(port) : exchange(port, method, path, body, type))}`,
    );
  }
  server.closeAllConnections();
  server.close();
  return responses;
}

/** @param {number} port @param {string} method @param {string} path @param {string} [body] @param {string} [type] */
async function exchange(port, method, path, body, type) {
  const headers = { Accept: 'application/json', ...(type && { 'Content-Type': type }) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body }) });
  const text = await response.text();
  return response.ok && path !== '/openapi.json'
    ? `${response.status} ${text.trim()}`
    : String(response.status);
}

/** Opens a WebSocket connection, and returns its first message. @param {number} port */
async function upgrade(port) {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  };
  const [response, socket, head] = await once(request({ port, path: '/socket', headers }).end(), 'upgrade');
  const [frame] = head.length > 0 ? [head] : await once(socket, 'data');
  socket.destroy();
  return `${response.statusCode} ${frame.subarray(2)}`;
}

/** @param {Response | Promise<Response>} response */
async function textOf(response) {
  return (await response).text();
}

main();
