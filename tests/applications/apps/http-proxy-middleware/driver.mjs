import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'proxied requests, bodies and streams, rewriting, filters, changed responses, timeouts, an absent target, WebSocket',
  isFast: true,
  // The redirect's page names the port of the upstream server.
  volatile: [/(?<=Redirecting to http:\/\/127\.0\.0\.1:)\d+/g],

  async run({ client, port, folder }) {
    await client.get('/own');
    await client.get('/api/users/1');
    await client.get('/api/users/1?x=%20y');
    await client.get('/api/users/a%2Fb');
    await client.get('/api/nothing', { status: 404 });
    await client.post('/api/echo', { a: 1 }, { status: 201 });
    await client.post('/api/echo', 'x'.repeat(90_000), { status: 201 });
    await client.post('/api/echo', '{"a":', { status: 400, headers: { 'Content-Type': 'application/json' } });
    await client.get('/api/cookie');
    await client.get('/api/moved', { status: 302 });
    await client.get('/api/stream');
    await client.get('/api/slow', { status: 504 });
    await client.get('/api/fail', { status: 503 });
    await client.request('HEAD', '/api/text');
    await client.request('OPTIONS', '/api/text');
    await client.request('DELETE', '/api/text', { status: 404 });
    const { headers } = await client.get('/api/text');
    await client.get('/api/text', { status: 304, headers: { 'If-None-Match': headers.etag ?? '' } });
    await client.post('/parsed/echo', { parsed: ['before'] }, { status: 201 });
    await client.get('/changed/text');
    await client.get('/old/text');
    await client.get('/old/users/7');
    await client.get('/old/secret', { status: 404 });
    await client.get('/gone/x', { status: 504 });
    await client.get('/nothing', { status: 404 });
    await client.get('/own');
    await chat(client, port, folder);
    await client.get('/own');
  },
};

/**
 * @param {import('../../harness/client.mjs').Client} client
 * @param {number} port
 * @param {string} folder
 */
async function chat(client, port, folder) {
  const { WebSocket } = createRequire(join(folder, 'package.json'))('ws');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/chat`);
  const [[greeting]] = await Promise.all([once(socket, 'message'), once(socket, 'open')]);
  client.record('WebSocket greeting', `${greeting}`);
  for (const text of ['one', 'x'.repeat(70_000), Buffer.from([1, 2, 3])]) {
    const replied = once(socket, 'message');
    socket.send(text);
    const [data, isBinary] = await replied;
    client.record('WebSocket echo', { length: data.length, isBinary });
  }
  const closed = once(socket, 'close');
  socket.close(4001, 'bye');
  const [code] = await closed;
  client.record('WebSocket close', code);
}
