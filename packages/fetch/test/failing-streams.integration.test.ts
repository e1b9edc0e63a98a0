import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fromFetch } from '../src/index.ts';

/** An error that throws when it is read, except for its stack, which Node reads first. */
const unreadable = {
  stack: '',
  get code(): never {
    throw new Error('code was read');
  },
  get message(): never {
    throw new Error('message was read');
  },
};

/** A response of another implementation, such as that of node-fetch, whose body is a stream of Node. */
function foreignResponse(body: Readable): Response {
  return { status: 200, statusText: 'OK', bodyUsed: false, headers: new Headers(), body } as never;
}

test('fromFetch() cuts the response when a Node stream fails with an unreadable error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  const bodies: Readable[] = [];
  const handler = fromFetch(() => {
    const body = new Readable({ read: () => undefined });
    body.push('tea');
    bodies.push(body);
    return foreignResponse(body);
  });
  const server = createServer(handler).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (let count = 0; count < 2; count++) {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    bodies.pop()?.destroy(unreadable as never);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  }
});
