import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

const JOINS_BODY = Symbol.for('nextpress.joinsBody');

interface Seen {
  /** The number of pieces. */
  readonly count: number;
  /** Whether each piece begins where the previous one ends, in the same memory. */
  readonly isInOrder: boolean;
  /** The size of the memory that holds the first piece. */
  readonly memory: number;
}

const digits = '0123456789'.repeat(100);

function areInOrder(pieces: readonly Buffer[]): boolean {
  return pieces.every((piece, index) => {
    const before = pieces[index - 1] ?? piece;
    const start = index === 0 ? piece.byteOffset : before.byteOffset + before.length;
    return piece.buffer === before.buffer && piece.byteOffset === start;
  });
}

/** Sends two bodies of 1,000 bytes to a reader that joins them: `first` bytes in the first chunk, 100 in each other. */
async function sendInPieces(
  first: number,
  onData: (piece: Buffer) => void = () => {},
  onRequest: (req: IncomingMessage) => void = () => {},
): Promise<Seen> {
  let inLane: Seen | undefined;
  await sameOnEveryLane(
    (lane) => {
      const server = lane.over(
        createServer((req, res) => {
          const pieces: Buffer[] = [];
          let text = '';
          onRequest(req);
          const isLane = JOINS_BODY in req;
          if (isLane) Object.assign(req, { [JOINS_BODY]: true });
          req.on('data', (piece: Buffer) => {
            text += piece.toString();
            pieces.push(piece);
            onData(piece);
          });
          req.on('end', () => {
            const memory = pieces[0]?.buffer.byteLength ?? 0;
            if (isLane) inLane = { count: pieces.length, isInOrder: areInOrder(pieces), memory };
            res.end(text);
          });
        }),
      );
      return talkTo(server, async ({ connect }) => {
        const connected = once(server, 'connection');
        const client = await connect();
        const [socket] = (await connected) as [Socket];
        const text = request('POST /', [], digits);
        for (let round = 0; round < 2; round++) {
          for (let at = 0; at < text.length; ) {
            const end = at === 0 ? text.length - digits.length + first : at + 100;
            await client.send(text.slice(at, end));
            // Each piece is read separately.
            while (socket.bytesRead < client.socket.bytesWritten) await turn();
            at = end;
          }
          expect((await client.response('POST')).body).toBe(digits);
        }
      });
    },
    { servedBy: 'either' },
  );
  expect(inLane).toBeDefined();
  return inLane as Seen;
}

test.each([250, 300, 900])(
  'a body whose first chunk has %i of 1,000 bytes is one block of memory if its reader joins it',
  async (first) => {
    const { count, isInOrder, memory } = await sendInPieces(first);
    expect(count).toBeGreaterThan(1);
    expect({ isInOrder, memory }).toEqual({ isInOrder: true, memory: 1_000 });
  },
);

test('a small first chunk preallocates no memory', async () => {
  const { isInOrder, memory } = await sendInPieces(249);
  expect(isInOrder).toBe(false);
  expect(memory).toBeLessThan(1_000);
});

test.each([
  ['data', (req: IncomingMessage) => req.on('data', () => {})],
  ['readable', (req: IncomingMessage) => req.on('readable', () => req.read())],
])('each piece has its own memory when other code listens for %s', async (_, listen) => {
  const { isInOrder, memory } = await sendInPieces(500, () => {}, listen);
  expect(isInOrder).toBe(false);
  expect(memory).toBeLessThan(1_000);
});

test('a listener may transfer the memory of a piece', async () => {
  let transferred = 0;
  const { isInOrder } = await sendInPieces(500, ({ buffer }) => {
    structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
    transferred++;
  });
  expect(transferred).toBeGreaterThan(2);
  expect(isInOrder).toBe(false);
});
