import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const json = { Accept: 'application/json' };

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  packages: ['@feathersjs/express'],
  does: 'services over REST and socket.io, paging, custom methods, authentication, errors as JSON and as pages',
  expressVersion: 4,
  main: 'server.cjs',
  volatile: [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, /"(iat|exp)":\d+/g, /"jti":"[^"]+"/g],

  async run({ client, url, folder }) {
    await client.get('/messages');
    await client.post('/messages', { text: 'one' }, { status: 201 });
    await client.post('/messages', [{ text: 'two' }, { text: 'three', kind: 'x' }], { status: 201 });
    await client.post('/messages', new URLSearchParams('text=four&nested[a]=1'), { status: 201 });
    await client.get('/messages');
    await client.get('/messages?$limit=1&$skip=1&$sort[text]=-1');
    await client.get('/messages?kind=x&$select[]=text');
    await client.get('/messages?$unknown=1', { status: 400, headers: json });
    await client.get('/messages/0');
    await client.get('/messages/99', { status: 404, headers: json });
    await client.get('/messages/99', { status: 404, headers: { Accept: 'text/html' } });
    await client.request('PUT', '/messages/0', { body: { text: 'replaced' } });
    await client.request('PATCH', '/messages/0', { body: { kind: 'y' } });
    await client.request('DELETE', '/messages/1');
    await client.request('PATCH', '/messages?kind=x', { body: { text: 'many' } });
    await client.request('HEAD', '/messages');
    await client.request('OPTIONS', '/messages', { status: 204, headers: { Origin: 'http://a.example' } });
    await client.get('/info?a=1&b[c]=2', { headers: { 'X-Agent': 'tester' } });
    await client.get('/info/crash', { status: 500, headers: json });
    await client.post('/info', { x: 1 }, { headers: { 'X-Service-Method': 'custom' } });
    await client.post('/info', { x: 1 }, { status: 405, headers: json });
    await client.post('/messages', '{"text":', {
      status: 500,
      headers: { ...json, 'Content-Type': 'application/json' },
    });
    await client.post('/users', { email: 'ann@a.example', password: 'secret' }, { status: 201 });
    const login = { strategy: 'local', email: 'ann@a.example', password: 'secret' };
    await client.post('/authentication', { ...login, password: 'wrong' }, { status: 401, headers: json });
    const { accessToken } = (await client.post('/authentication', login, { status: 201 })).json();
    await client.get('/private', { status: 401, headers: json });
    await client.get('/private', { headers: { Authorization: `Bearer ${accessToken}` } });
    await client.get('/plain');
    await client.get('/public/about.txt');
    await client.get('/nothing', { status: 404, headers: json });
    await client.get('/nothing', { status: 404, headers: { Accept: 'text/html' } });
    await overSocket(client, url, folder);
  },
};

/**
 * @param {import('../../harness/client.mjs').Client} client
 * @param {string} url
 * @param {string} folder
 */
async function overSocket(client, url, folder) {
  const { io } = createRequire(join(folder, 'package.json'))('socket.io-client');
  const socket = io(url);
  await once(socket, 'connect');
  const created = once(socket, 'messages created');
  /** @param {unknown[]} args */
  const call = (...args) =>
    new Promise((resolve) => socket.emit(...args, (/** @type {unknown[]} */ ...outcome) => resolve(outcome)));
  client.record('socket.io create', await call('create', 'messages', { text: 'five' }));
  client.record('socket.io event', await created);
  client.record('socket.io find', await call('find', 'messages', { kind: 'y' }));
  client.record('socket.io get', await call('get', 'messages', 99));
  socket.disconnect();
}
