import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isExchangeOver, isQueued, onExchangeEnd } from '../src/exchange-end.ts';

interface Scene {
  readonly client: Socket;
  /** The server's responses, in the order of the requests. */
  readonly responses: ServerResponse[];
}

/** Pipelines requests, and waits until the server has received them. */
async function pipeline(count: number): Promise<Scene> {
  const responses: ServerResponse[] = [];
  const server = createServer((_req, res) => {
    responses.push(res);
    if (responses.length === count) server.emit('ready');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {}).resume();
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
  await once(server, 'ready');
  return { client, responses };
}

const ended = (res: ServerResponse): Promise<void> => new Promise((resolve) => onExchangeEnd(res, resolve));

test('onExchangeEnd calls back when the response finishes', async () => {
  const { responses } = await pipeline(2);
  expect(responses.map(isQueued)).toEqual([false, true]);
  const all = Promise.all(responses.map(ended));
  for (const res of responses) res.end();
  await all;
  expect(responses.map((res) => [isExchangeOver(res), isQueued(res)])).toEqual([
    [true, false],
    [true, false],
  ]);
});

test('onExchangeEnd calls back for every response when the client disconnects, with one listener per connection', async () => {
  const { client, responses } = await pipeline(20);
  const { socket } = responses[0] as ServerResponse;
  const before = socket?.listenerCount('close') ?? 0;
  const all = Promise.all([...responses, ...responses].map(ended));
  expect(socket?.listenerCount('close')).toBe(before + 1);
  client.destroy();
  await all;
  expect(responses.every(isExchangeOver)).toBe(true);
});

test('onExchangeEnd calls back once, and immediately for an exchange that is over', async () => {
  const { client, responses } = await pipeline(2);
  let calls = 0;
  const [first, second] = responses as [ServerResponse, ServerResponse];
  onExchangeEnd(first, () => calls++);
  const closed = once(first, 'close');
  first.end();
  await closed;
  expect(calls).toBe(1);
  onExchangeEnd(first, () => calls++);
  expect(calls).toBe(2);
  const over = ended(second);
  client.destroy();
  await over;
  onExchangeEnd(second, () => calls++);
  expect(calls).toBe(3);
});

test('onExchangeEnd calls back for a response that goes on after an adapter has emitted close', async () => {
  const [res] = (await pipeline(1)).responses as [ServerResponse];
  const first = ended(res);
  res.emit('close');
  await first;
  const second = ended(res);
  res.end();
  await second;
});

test('onExchangeEnd calls back for a queued response that is destroyed', async () => {
  const { responses } = await pipeline(2);
  const [first, queued] = responses as [ServerResponse, ServerResponse];
  const over = ended(queued);
  queued.destroy();
  // Node 20 and 22 destroy it only once the first response has finished.
  first.end();
  await over;
});
