import { createServer, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Head } from '../../../src/internal/head/head.ts';
import { parseRawHeaders } from '../../../src/internal/head/raw-headers.ts';
import { recognize } from '../../../src/internal/head/recognize.ts';
import { headOf, ordinaryHead } from '../arbitrary-head.ts';

/** The parts of a request to compare. */
interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly version: string;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

const END = 'GET /the-end HTTP/1.1\r\nHost: a\r\n\r\n';

/** What Node's parser finds in the bytes, up to the first error. */
async function seenByNode(text: string): Promise<Seen[]> {
  const seen: Promise<Seen>[] = [];
  const server = createServer((req, res) => {
    seen.push(read(req));
    res.end();
  });
  const socket = new Duplex({
    read() {},
    write(_chunk, _encoding, callback) {
      callback();
    },
  });
  server.on('clientError', () => socket.destroy());
  server.emit('connection', socket);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.push(Buffer.from(text, 'latin1'));
  socket.push(null);
  await closed;
  return Promise.all(seen);
}

async function read(req: IncomingMessage): Promise<Seen> {
  const { method, url, httpVersion: version, rawHeaders } = req;
  let body = '';
  req.setEncoding('latin1');
  for await (const part of req) body += part;
  return { method, url, version, rawHeaders, body };
}

/** A head with some bytes changed, removed or inserted. */
const mutated = fc
  .tuple(
    ordinaryHead.map(headOf),
    fc.array(
      fc.tuple(
        fc.nat(10_000),
        fc.nat(2),
        fc.oneof(
          fc.constantFrom('\r\n', ' ', '\t', ':', '\r', '\n', 'Host: b\r\n', '0', 'close', 'X:\r\n'),
          fc.nat(255).map((byte) => String.fromCharCode(byte)),
        ),
      ),
      { maxLength: 2 },
    ),
  )
  .map(([head, changes]) =>
    changes.reduce((text, [place, removed, added]) => {
      const at = place % text.length;
      return text.slice(0, at) + added + text.slice(at + removed);
    }, head),
  );

test('Node parses every ordinary head in the same way, up to the same byte', async () => {
  let ordinary = 0;
  const check = async (text: string): Promise<void> => {
    const head = new Head();
    const bytes = Buffer.from(text, 'latin1');
    if (recognize(bytes, 0, 16_384, head) !== 'ordinary') return;
    ordinary++;
    const content = 'c'.repeat(head.contentLength);
    const [first, second] = await seenByNode(text.slice(0, head.end) + content + END);
    expect(first).toEqual({
      method: head.method,
      url: text.slice(head.targetStart, head.targetEnd),
      version: '1.1',
      rawHeaders: parseRawHeaders(text.slice(head.headersStart, head.end), 0),
      body: content,
    });
    expect(first?.rawHeaders).toHaveLength(2 * head.headerCount);
    expect(second?.url).toBe('/the-end');
  };
  await fc.assert(fc.asyncProperty(mutated, check), { numRuns: 1_500 });
  expect(ordinary).toBeGreaterThan(500);
});
