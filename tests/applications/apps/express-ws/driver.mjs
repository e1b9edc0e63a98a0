import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'WebSocket and HTTP routes with parameters, guards, routers and refusals',

  async run({ client, port, folder }) {
    const WebSocket = createRequire(join(folder, 'package.json'))('ws');
    /** @param {string} path @param {{ send?: string[], expect?: number, headers?: Record<string, string> }} [options] */
    const talk = async (path, options = {}) =>
      client.record(
        `WebSocket ${path}`,
        await conversation(
          new WebSocket(`ws://127.0.0.1:${port}${path}`, ['chat'], { headers: options.headers }),
          options,
        ),
      );

    await client.get('/');
    await client.get('/users/7');
    await talk('/echo', { expect: 1 });
    await talk('/echo?a=1&b=2', { send: ['one', 'two'], expect: 3 });
    await talk('/echo', { send: ['x'.repeat(70_000)], expect: 2 });
    await client.get('/users/8');
    await talk('/rooms/blue', { expect: 1 });
    await talk('/rooms/a%20b', { expect: 1 });
    await talk('/rooms/closed');
    await talk('/guarded');
    await talk('/guarded', { expect: 1, headers: { Authorization: 'ann' } });
    await talk('/nested/ann/socket', { expect: 1 });
    await talk('/nested/nothing');
    await talk('/users/7');
    await talk('/nowhere');
    await client.get('/nested/page');
    await client.get('/nested/nothing', { status: 404 });
    await client.get('/echo', { status: 404 });
    await client.request('HEAD', '/users/7');
    await client.request('OPTIONS', '/users/7');
    await client.post('/users/7', { a: 1 }, { status: 404 });
    await client.get('/nowhere', { status: 404 });
  },
};

/**
 * Everything a socket tells: what it received, and how it ended.
 *
 * @param {any} socket
 * @param {{ send?: string[], expect?: number }} options
 */
function conversation(socket, { send = [], expect = Number.POSITIVE_INFINITY }) {
  /** @type {string[]} */
  const told = [];
  return new Promise((resolve) => {
    socket.on('open', () => {
      for (const text of send) socket.send(text);
    });
    socket.on('message', (/** @type {Buffer} */ data) => {
      told.push(`${data}`.slice(0, 100));
      if (told.length === expect) socket.close(1000);
    });
    socket.on(
      'unexpected-response',
      (/** @type {unknown} */ _req, /** @type {{ statusCode: number }} */ res) => {
        resolve({ told, refused: res.statusCode });
      },
    );
    socket.on('error', (/** @type {Error} */ error) => resolve({ told, error: error.message }));
    socket.on('close', (/** @type {number} */ code, /** @type {Buffer} */ reason) =>
      resolve({ told, code, reason: `${reason}` }),
    );
  });
}
