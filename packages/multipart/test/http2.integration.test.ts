// Over HTTP/2, where neither Content-Length nor Transfer-Encoding has to announce a body.
import { once } from 'node:events';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer } from '@nextpress/server';
import { expect, onTestFinished, test } from 'vitest';
import { multipart } from '../src/index.ts';
import { BOUNDARY, END, part } from './serve.ts';

const app = createServer({ http2: true });
app.use(multipart());
app.use((req, res) => res.json(req.body));

const readForm = multipart();
const servers = {
  'createServer()': () => app.listen(0, '127.0.0.1'),
  'http2.createServer(app)': () => createHttp2Server(app as never).listen(0, '127.0.0.1'),
  'node:http2': () =>
    createHttp2Server((req, res) => {
      readForm(req as never, res as never, (error) => {
        if (error !== undefined) res.statusCode = (error as { status: number }).status;
        res.end(JSON.stringify((req as { body?: unknown }).body));
      });
    }).listen(0, '127.0.0.1'),
};

async function open(
  start: () => ReturnType<(typeof servers)['node:http2' | 'createServer()']>,
): Promise<(form?: Buffer) => Promise<unknown>> {
  const server = start();
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  return async (form) => {
    const headers = { ':method': 'POST', 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const stream = session.request(headers, { endStream: form === undefined });
    if (form !== undefined) stream.end(form);
    const [{ ':status': status }] = await once(stream, 'response');
    const body = await text(stream);
    return status === 200 ? JSON.parse(body) : status;
  };
}

test.each(Object.entries(servers))('%s reads forms of unknown length', async (_name, start) => {
  const send = await open(start);
  expect(await send(Buffer.concat([part('name="a"', '1'), END]))).toEqual({ a: '1' });
  expect(await send()).toEqual({});
  expect(await send(part('name="a"', '1'))).toBe(400);
});
