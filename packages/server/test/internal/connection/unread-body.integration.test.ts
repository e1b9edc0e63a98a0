import type { Server } from 'node:http';
import { writeFirst } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer, type Handler } from '../../../src/index.ts';

const open: Application[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

const MEGABYTE = 1024 * 1024;
const PIECE = Buffer.alloc(65_536, 'x');

async function serve(handler: Handler, fastLane: boolean): Promise<number> {
  const app = createServer({ fastLane, logError: () => {} });
  open.push(app);
  app.use(handler);
  const server: Server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as { port: number }).port;
}

/** Sends up to `most` bytes of a body before it reads the response. */
async function write(port: number, head: string, most: number): Promise<{ sent: number; received: string }> {
  const { pieces, received } = await writeFirst(port, { head, piece: PIECE, count: most / PIECE.length });
  return { sent: pieces * PIECE.length, received };
}

const declared = (size: number, fields = ''): string =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n${fields}\r\n`;

describe.each([true, false])('with fastLane: %s, an unread body', (fastLane) => {
  test.each([
    ['is read up to 4 MiB, so that the connection can be used again', 3 * MEGABYTE, ''],
    ['is read to its end when it is long, and the client gets the response', 50 * MEGABYTE, ''],
    ['is read to its end when the connection closes after it', 50 * MEGABYTE, 'Connection: close\r\n'],
  ])('%s', async (_what, size, fields) => {
    const port = await serve((_req, res) => res.status(403).send('unread'), fastLane);
    const { sent, received } = await write(port, declared(size, fields), size);
    expect(sent).toBe(size);
    expect(received).toMatch(/^HTTP\/1\.1 403 [\s\S]*\r\n\r\nunread$/);
  });

  test('is not read without a limit', async () => {
    const port = await serve((_req, res) => res.send('unread'), fastLane);
    const { sent } = await write(port, declared(1024 * MEGABYTE), 1024 * MEGABYTE);
    expect(sent).toBeGreaterThan(64 * MEGABYTE);
    expect(sent).toBeLessThan(100 * MEGABYTE);
  });

  test('is left to a handler that reads it after the response', async () => {
    const size = 80 * MEGABYTE;
    let end = (_length: number): void => {};
    const read = new Promise((resolve) => {
      end = resolve;
    });
    const port = await serve((req, res) => {
      let length = 0;
      req.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      req.on('end', () => end(length));
      res.send('reading');
    }, fastLane);
    await write(port, declared(size), size);
    expect(await read).toBe(size);
  });
});
