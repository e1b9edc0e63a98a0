import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { rawBody } from '@nextpress/body';
import { discardRest } from '@nextpress/body/discard-rest';
import { listen, settle, writeFirst } from '@nextpress-internal/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { lanes, serve } from './lanes.ts';

const MEGABYTE = 1024 * 1024;
const PIECE = Buffer.alloc(65_536, 'x');
const CHUNK = Buffer.concat([Buffer.from('10000\r\n'), PIECE, Buffer.from('\r\n')]);

const head = (framing: string): string =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\n${framing}\r\n\r\n`;

/** Sends up to `most` bytes of a body before reading the response. */
async function write(
  port: number,
  framing: string,
  most: number,
  end = '',
): Promise<{ sent: number; received: string }> {
  const piece = framing.startsWith('Transfer') ? CHUNK : PIECE;
  const count = most / PIECE.length;
  const { pieces, received } = await writeFirst(port, { head: head(framing), piece, count, end });
  return { sent: pieces * PIECE.length, received };
}

const framings: readonly (readonly [name: string, framing: (size: number) => string, end: string])[] = [
  ['declared', (size) => `Content-Length: ${size}`, ''],
  ['in chunks', () => 'Transfer-Encoding: chunked', '0\r\n\r\n'],
];

for (const lane of Object.keys(lanes)) {
  for (const [name, framing, end] of framings) {
    test(`in ${lane}, a client that writes 50 MB before it reads receives the 413 (${name})`, async () => {
      const size = 50 * MEGABYTE;
      const port = await serve(rawBody({ limit: 100 }), lane);
      const { sent, received } = await write(port, framing(size), size, end);
      expect(sent).toBe(size);
      expect(received).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"ERR_BODY_TOO_LARGE"/);
      expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    });

    test(`in ${lane}, the connection is closed when a client never stops sending (${name})`, async () => {
      const size = 1024 * MEGABYTE;
      const port = await serve(rawBody({ limit: 100 }), lane);
      const { sent } = await write(port, framing(size), size, end);
      expect(sent).toBeGreaterThan(64 * MEGABYTE);
      expect(sent).toBeLessThan(120 * MEGABYTE);
    });
  }

  test(`in ${lane}, requests after a refused body get no response when the connection is closed`, async () => {
    const port = await serve(rawBody({ limit: 100 }), lane);
    const { received } = await write(
      port,
      'Content-Length: 6291456',
      6 * MEGABYTE,
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
    );
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  });

  test(`in ${lane}, a connection stays open after a refused body of up to 4 MiB`, async () => {
    const port = await serve(rawBody({ limit: 100 }), lane);
    const next = `${head('Connection: close\r\nContent-Length: 1')}x`;
    const { received } = await write(port, 'Content-Length: 4194304', 4 * MEGABYTE, next);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test(`in ${lane}, a connection is closed at once after pipelined refused bodies`, async () => {
    const server = createServer((req, res) => {
      if (req.method === 'POST') discardRest(req, res, false);
      // The rest of the body arrives in the meantime.
      void settle().then(() => res.end('x'));
    });
    const { port, close } = await listen((lanes[lane] as (server: Server) => Server)(server));
    onTestFinished(close);
    const closed: unknown[] = [];
    server.on('connection', (its) => its.once('close', () => closed.push(its)));
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('latin1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const responses = (count: number): Promise<void> =>
      expect.poll(() => received.match(/HTTP\/1\.1 200/g)).toHaveLength(count);
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab';
    socket.write(post);
    await new Promise((resolve) => server.once('request', resolve));
    socket.write(`cd${post}`);
    await responses(2);
    socket.write('cdGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await responses(3);
    await expect.poll(() => closed).toHaveLength(1);
    socket.destroy();
  });
}
