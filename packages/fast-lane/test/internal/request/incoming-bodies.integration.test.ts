import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { expect, test } from 'vitest';
import { identity, request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

// A TLS record holds at most 16 KiB: longer data arrives in several records at once.
test.each([
  ['the rest of a body', request('POST /', [], 'x'.repeat(24_000)), ['POST']],
  [
    'the rest of a body, and a request',
    request('POST /', [], 'x'.repeat(24_000)) + request('GET /'),
    ['POST', 'GET'],
  ],
])('over TLS, %s arrives during the ticks after a piece', async (_, text, methods) => {
  const events = await sameOnEveryLane((lane) => {
    const seen: string[] = [];
    const server = lane.over(
      createServer(identity, (req, res) => {
        req.on('data', () => seen.push(`${req.method} piece`));
        req.on('end', () => {
          seen.push(`${req.method} end`);
          res.end('ok');
        });
        process.nextTick(() => {
          // Node checks for more to read before an empty write.
          req.socket.write('');
          seen.push(`${req.method} written`);
        });
      }),
    );
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      await client.exchange(text, methods);
      return seen;
    });
  });
  expect(events.slice(0, 4)).toEqual(['POST piece', 'POST piece', 'POST written', 'POST end']);
});

test.each([
  [
    'in two chunks, with a request after it',
    [request('POST /', [], 'abcdef').slice(0, -6), `abcdef${request('GET /')}`],
  ],
  ['after another one in the same chunk', [request('POST /', [], 'abc').repeat(2).slice(0, -3), 'abc']],
])('a body %s never ends in a context that a listener for its pieces entered', async (_, parts) => {
  const contexts = await sameOnEveryLane((lane) => {
    const storage = new AsyncLocalStorage<string>();
    const ends: unknown[] = [];
    const server = createPlainServer((req, res) => {
      req.on('data', () => storage.enterWith('piece'));
      req.on('end', () => {
        ends.push(storage.getStore());
        res.end('ok');
      });
    });
    return talkTo(lane.over(server), async ({ connect }) => {
      const client = await connect();
      for (const part of parts) {
        await client.send(part);
        for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
      }
      await client.responses(['POST', 'GET']);
      return ends;
    });
  });
  expect(contexts).toHaveLength(2);
});

test.each([
  ['with bodies', request('POST /', [], 'abc').repeat(2)],
  ['without bodies', request('GET /').repeat(2)],
])('requests %s in one chunk are never read in a context that the first handler entered', async (_, text) => {
  const contexts = await sameOnEveryLane((lane) => {
    const storage = new AsyncLocalStorage<string>();
    const stores: unknown[] = [];
    let count = 0;
    const server = createPlainServer((req, res) => {
      const number = ++count;
      if (number === 1) storage.enterWith('first');
      // Only the last `readable` counts: how many there are depends on whether Node's parser reads natively or is fed.
      let store: unknown;
      req.on('readable', () => {
        store = storage.getStore();
        req.read();
      });
      req.on('end', () => {
        stores.push(number === 1 || store);
        res.end('ok');
      });
    });
    return talkTo(lane.over(server), async ({ connect }) => {
      const client = await connect();
      await client.exchange(text, ['GET', 'GET']);
      return stores;
    });
  });
  expect(contexts).toHaveLength(2);
});
