import { serverSecret } from '@nextpress-internal/test-kit';
import { expect } from 'vitest';
import { converse, requestText } from '../subject.ts';
import type { HostileApplication, HostileCases, HostileHandler } from './hostile-case.ts';
import type { protocolRows } from './rows.ts';

const echo: HostileHandler = (req, res) => {
  let body = '';
  req.on('data', (chunk) => {
    body += chunk;
  });
  req.on('end', () => res.json({ url: req.url, body }));
  // A refused body breaks off, which is an error of the client.
  req.on('error', () => {});
};

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const post = (...lines: readonly string[]): string =>
  `POST / HTTP/1.1\r\nHost: a\r\n${lines.join('\r\n')}\r\n\r\n`;

/** Messages whose end two parsers see in different places. */
const ambiguous: Readonly<Record<string, string>> = {
  'a length and a transfer coding': `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${SMUGGLED}`,
  'a transfer coding and a length': `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${SMUGGLED}`,
  'two lengths': `${post('Content-Length: 0', 'Content-Length: 40')}${SMUGGLED}`,
  'a list of lengths': `${post('Content-Length: 0, 40')}${SMUGGLED}`,
  'a length with a sign': `${post('Content-Length: +0')}${SMUGGLED}`,
  'a length in hexadecimal': `${post('Content-Length: 0x0')}${SMUGGLED}`,
  'a length with a space in it': `${post('Content-Length: 4 0')}${SMUGGLED}`,
  'an endless length': `${post(`Content-Length: ${'9'.repeat(40)}`)}${SMUGGLED}`,
  'a transfer coding after chunked': `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${SMUGGLED}`,
  'a transfer coding that is nearly chunked': `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${SMUGGLED}`,
  'a transfer coding in quotes': `${post('Transfer-Encoding: "chunked"')}0\r\n\r\n${SMUGGLED}`,
  'a transfer coding after a vertical tab': `${post('Transfer-Encoding: \x0bchunked')}0\r\n\r\n${SMUGGLED}`,
  'a space before the colon': `${post('Transfer-Encoding : chunked')}0\r\n\r\n${SMUGGLED}`,
  'a folded transfer coding': `${post('Transfer-Encoding:\r\n chunked\r\n , identity')}0\r\n\r\n${SMUGGLED}`,
  'a bare LF after a field': `POST / HTTP/1.1\r\nHost: a\r\nX: y\nContent-Length: 40\r\n\r\n${SMUGGLED}`,
  'a bare CR in a field': `POST / HTTP/1.1\r\nHost: a\r\nX: y\rContent-Length: 40\r\n\r\n${SMUGGLED}`,
  'a field that is ended by CR alone': `POST / HTTP/1.1\r\nHost: a\r\n\rX: y\r\n\r\n${SMUGGLED}`,
  'a NUL in a name': `${post('Content-\0Length: 40')}${SMUGGLED}`,
  'an invalid size': `${chunked}x\r\n\r\n${SMUGGLED}`,
  'a size with a sign': `${chunked}+0\r\n\r\n${SMUGGLED}`,
  'a size in 0x': `${chunked}0x0\r\n\r\n${SMUGGLED}`,
  'a size too great': `${chunked}${'f'.repeat(17)}\r\n${SMUGGLED}`,
  'a chunk longer than its size': `${chunked}1\r\nab\r\n0\r\n\r\n${SMUGGLED}`,
  'a chunk ended by LF alone': `${chunked}1\r\na\n0\r\n\r\n${SMUGGLED}`,
  'a size ended by LF alone': `${chunked}0\n\n${SMUGGLED}`,
  'a size ended by CR alone': `${chunked}1\ra\r\n0\r\n\r\n${SMUGGLED}`,
  'an extension with CR in it': `${chunked}1;a\rb\r\na\r\n0\r\n\r\n${SMUGGLED}`,
  'an extension with CRLF in its quotes': `${chunked}1;a="b\r\nX\r\n0\r\n\r\n${SMUGGLED}`,
  'an extension ended by LF alone': `${chunked}1;a\nb\r\n0\r\n\r\n${SMUGGLED}`,
};

/** Attacks on connections. */
export const protocol: HostileCases<keyof typeof protocolRows> = {
  'a transfer coding in capitals': {
    'it is chunked, and the next request begins after it': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use(echo);
      });
      for (const encoding of ['CHUNKED', 'Chunked', 'chunkeD']) {
        const size = SMUGGLED.length.toString(16);
        const bytes = `${post(`Transfer-Encoding: ${encoding}`)}${size}\r\n${SMUGGLED}\r\n0\r\n\r\n${requestText('GET', '/next', { Connection: 'close' })}`;
        const responses = await subject.exchange(bytes);
        expect(responses.map(({ body }) => JSON.parse(body))).toEqual([
          { url: '/', body: SMUGGLED },
          { url: '/next', body: '' },
        ]);
      }
    },
  },
  'requests inside of requests': {
    'what is ambiguous is refused, and nothing after it is read': async ({ serve }) => {
      const targets: unknown[] = [];
      const subject = await serve((app) => {
        app.use((req, res, next) => {
          targets.push(req.url);
          echo(req, res, next);
        });
      });
      for (const [what, bytes] of Object.entries(ambiguous)) {
        targets.length = 0;
        const text = await converse(subject.connect(), bytes);
        expect(targets, what).not.toContain('/smuggled');
        expect(text, what).toMatch(/^HTTP\/1\.1 (?:400|413|431|501) /);
        expect(text.match(/^HTTP\/1\.1/gm), what).toHaveLength(1);
      }
    },
  },
  'fields beyond the count': {
    'a head of more fields than are told is refused': async ({ serve }) => {
      let handled = 0;
      const subject = await serve((app) => {
        app.use((_req, res) => {
          handled++;
          res.send('handled');
        });
      });
      const lines = 'a:\r\n'.repeat(2_500);
      const text = await converse(
        subject.connect(),
        `POST / HTTP/1.1\r\nHost: a\r\n${lines}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      );
      expect([text.slice(0, 12), handled]).toEqual(['HTTP/1.1 431', 0]);
    },
  },
  'extensions of chunks without end': {
    'they are refused after some kilobytes': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use(echo);
      });
      const socket = subject.connect();
      const closed = converse(socket, `${chunked}1;${'a'.repeat(20_000)}`);
      expect(await closed).toMatch(/^HTTP\/1\.1 413 /);
    },
    'a body without a reader does not flow forever': async ({ serve }) => {
      const subject = await serve((app) => {
        app.post('/', (_req, res) => res.send('not read'));
      });
      const socket = subject.connect();
      const closed = converse(socket, chunked);
      const piece = Buffer.from(`40000\r\n${'a'.repeat(0x40000)}\r\n`);
      let pieces = 0;
      for (; pieces < 1_000 && socket.writable; pieces++) {
        if (socket.write(piece)) continue;
        await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))]);
      }
      socket.destroy();
      expect(await closed).toMatch(/^HTTP\/1\.1 200 /);
      // Of 256 MB: the server half-closes after 4 MiB, and the kernel buffers some more.
      expect(pieces).toBeLessThan(400);
    },
  },
  'a callback of TLS that throws': {
    'its handshake fails, and no other': async ({ serve }) => {
      let throws = true;
      const pskCallback: typeof serverSecret.pskCallback = (socket, identity) => {
        if (throws) throw new Error('thrown in a handshake');
        return serverSecret.pskCallback?.(socket, identity) ?? null;
      };
      const subject = await serve(open, { tls: { ...serverSecret, pskCallback } });
      expect(await converse(subject.connect(), requestText('GET', '/'))).toBe('');
      throws = false;
    },
  },
  'an upgrade of three thousand fields': {
    'it is refused': async ({ serve }) => {
      const subject = await serve(open);
      const fields = 'x:\r\n'.repeat(3_000);
      const head = 'GET /alive HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
      expect(await converse(subject.connect(), `${head}${fields}\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d /);
    },
    'an upgrade without a listener is an ordinary request': async ({ serve }) => {
      const subject = await serve(open);
      const fields = { Connection: 'Upgrade, close', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'x' };
      expect(await converse(subject.connect(), requestText('GET', '/alive', fields))).toMatch(
        /^HTTP\/1\.1 200 /,
      );
    },
  },
};

function open(app: HostileApplication): void {
  app.get('/', (_req, res) => res.send('open'));
}
