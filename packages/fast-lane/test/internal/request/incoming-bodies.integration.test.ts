import { createServer } from 'node:https';
import { expect, test } from 'vitest';
import { identity, request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

// A record of TLS holds 16 KiB at most: what is longer comes in several, at once.
test.each([
  ['the rest of a body', request('POST /', [], 'x'.repeat(24_000)), ['POST']],
  [
    'the rest of a body, and a request',
    request('POST /', [], 'x'.repeat(24_000)) + request('GET /'),
    ['POST', 'GET'],
  ],
])('over TLS, %s comes in the midst of the ticks behind a piece', async (_, text, methods) => {
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
          // Node looks for more to read before it writes nothing.
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
