// Applications that listen late, never, or with several servers.
import { once } from 'node:events';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { freePort } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DevProcess } from './dev-process.ts';

/** Listens, and keeps its connections open without responding. */
async function listen(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function start(files: Readonly<Record<string, string>>, ...args: string[]): Promise<DevProcess> {
  const dev = await DevProcess.forTest(files);
  return dev.start('--port', String(dev.port), ...args);
}

const APP = `import { createServer } from 'nextpress';\nexport default createServer().get('/', () => 'served');`;

/** Headers of a browser that requests a page. */
const PAGE = { accept: 'text/html' };

describe('nextpress dev with an application that does not listen', () => {
  test('says at every URL and in the terminal that a database does not respond, until it does', async () => {
    const port = await listen();
    const wait = `import { connect } from 'node:net';
      const socket = connect(${port}, '127.0.0.1');
      await new Promise((done) => socket.once('data', done));`;
    const dev = await start({ 'server.js': `${wait}\n${APP}` });
    const said = `server.js has not finished loading: a top-level await may be pending. It is connected to 127.0.0.1:${port}.`;
    expect(await dev.until(said, '/any', PAGE)).toContain('/.nextpress/reload.js');
    await dev.untilPrinted(said);
    expect(dev.output.split(said)).toHaveLength(2);
    dev.write({ 'server.js': APP });
    await dev.until('served');
  });

  test('says that it neither calls listen() nor exports an application', async () => {
    const dev = await start({ 'server.js': 'setInterval(() => undefined, 1_000);' });
    const said = 'server.js has neither called listen() nor exported an application';
    await dev.until(said, '/', PAGE);
    await dev.untilPrinted(said);
    dev.write({ 'server.js': APP });
    await dev.until('served');
  });

  test('lets other requests wait while it may simply be slow', async () => {
    const dev = await start({ 'server.js': `await new Promise((done) => setTimeout(done, 7_000));\n${APP}` });
    await dev.until('has not finished loading', '/', PAGE);
    const response = await dev.get('/');
    expect([response.status, await response.text()]).toEqual([200, 'served']);
  });

  test('says that it exited because it had nothing left to do', async () => {
    const dev = await start({ 'server.js': "import './part.js';", 'part.js': 'export default 1;' });
    await dev.until('it had nothing left to do. Call listen(), or export the application as default.');
    dev.write({ 'part.js': `${APP}\nsetInterval(() => undefined, 1_000);` });
    await dev.until('server.js has neither called', '/', PAGE);
    dev.write({ 'server.js': "export { default } from './part.js';" });
    await dev.until('served');
    dev.write({ 'server.js': 'await new Promise(() => undefined);' });
    await dev.until('code 13: a top-level await never settles.');
  });

  test('says that a function is blocking the event loop', async () => {
    const dev = await start({ 'server.js': 'for (;;);' });
    await dev.until('Its process does not respond', '/', PAGE);
    dev.write({ 'server.js': APP });
    await dev.until('served');
  });
});

describe('nextpress dev with an application of several servers', () => {
  /** Requests the port repeatedly until a string is served. Returns the statuses. */
  async function statusesUntil(dev: DevProcess, text: string): Promise<Set<unknown>> {
    const statuses = new Set<unknown>();
    for (let body = ''; !body.includes(text); ) {
      body = await new Promise((done) => {
        get({ port: dev.port, agent: false }, async (res) => {
          statuses.add(res.statusCode);
          let received = '';
          for await (const part of res.setEncoding('utf8')) received += part;
          done(received);
        }).on('error', (error) => {
          statuses.add(error.message);
          done('');
        });
      });
    }
    return statuses;
  }

  test.each([
    [
      'TCP',
      (port: number) => `import { createServer as create } from 'node:net';\ncreate().listen(${port});`,
    ],
    [
      'gRPC',
      (port: number) => `import { createServer as create } from 'node:http2';\ncreate().listen(${port});`,
    ],
    [
      'HTTP',
      (port: number) => `import { createServer as create } from 'node:http';\ncreate().listen(${port});`,
    ],
  ])('lets requests wait during restarts if it first opens a server of %s', async (_name, open) => {
    const app = (word: string): string => `${open(other)}
      import { createServer } from 'nextpress';
      const app = createServer().get('/', () => '${word}');
      setTimeout(() => app.listen(PORT), 300);`;
    const other = await freePort();
    const dev = await start({ 'server.js': app('one') });
    await dev.until('one');
    await dev.untilPrinted(`http://localhost:${dev.port}/`);
    for (const word of ['two', 'three']) {
      dev.write({ 'server.js': app(word) });
      expect(await statusesUntil(dev, word)).toEqual(new Set([200]));
    }
  });

  test('says on the old port where it listens after a port change', async () => {
    const port = await freePort();
    const dev = await start({ 'server.js': APP });
    await dev.until('served');
    dev.write({ 'server.js': `${APP.replace('export default ', '')}`.replace(');', `).listen(${port});`) });
    await dev.until(`The application does not listen on this port, but on ${port}.`);
    await dev.untilPrinted(`http://localhost:${port}/`);
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('served');
  });
});
