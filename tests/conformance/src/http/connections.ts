import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseResponses, settle, until } from '@nextpress-internal/test-kit';
import { expect } from 'vitest';
import { LAST_REQUEST, withLastRequest } from '../last-request.ts';
import { converse, requestText } from '../subject.ts';
import { echo, type HttpCase } from './http-case.ts';

const last = { Connection: 'close' };

const targetsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `/${index}`);

/** Requests of one connection, and when it closes. */
export const connections: Record<string, HttpCase> = {
  'a connection is kept, and closed when the client asks': async (serve) => {
    const server = await serve(echo);
    const kept = await server.exchange([requestText('GET', '/1'), requestText('GET', '/2', last)]);
    expect(kept.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
    const old = await server.exchange('GET /old HTTP/1.0\r\n\r\n');
    expect(old[0]?.headers.connection).toBe('close');
  },

  'a connection of HTTP/1.0 is kept when the client asks': async (serve) => {
    const server = await serve(echo);
    const request = 'GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n';
    const kept = await server.exchange([request, request, 'GET /last HTTP/1.0\r\n\r\n']);
    expect(kept.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'keep-alive', 'close']);
  },

  'a response that says so is the last of its connection': async (serve) => {
    const server = await serve((req, res) => {
      if (req.url === '/1') res.setHeader('Connection', 'close');
      res.end(req.url);
    });
    const text = targetsOf(4).map((target) => requestText('GET', target));
    expect((await server.exchange(text.join(''))).map(({ body }) => body)).toEqual(['/0', '/1']);
  },

  'a connection carries 150 requests, one after the other': async (serve) => {
    const server = await serve(echo);
    const socket = server.connect();
    const targets = targetsOf(150);
    const pending = targets.map((target, index) =>
      requestText('POST', target, index === 149 ? last : {}, target),
    );
    const urls: string[] = [];
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      const { responses, rest } = parseResponses(received);
      received = rest;
      urls.push(...responses.map(({ body }) => JSON.parse(body).url));
      const next = responses.length > 0 ? pending.shift() : undefined;
      if (next !== undefined) socket.write(next);
    });
    await converse(socket, pending.shift() as string);
    expect(urls).toEqual(targets);
  },

  'a connection carries 150 requests in one piece': async (serve) => {
    const server = await serve(echo);
    const targets = targetsOf(150);
    const text = targets.map((target) => requestText('POST', target, {}, target)).join('');
    const responses = await server.exchange(text, { responses: 150 });
    expect(responses.map(({ body }) => JSON.parse(body))).toEqual(
      targets.map((target) => ({ method: 'POST', url: target, body: target })),
    );
  },

  'responses to pipelined requests arrive in order, however late each one is': async (serve) => {
    const server = await serve((req, res) => {
      const wait = [30, 0, 10, undefined, 5, undefined, 0][Number(req.url?.slice(1))];
      if (wait === undefined) res.end(req.url);
      else
        setTimeout(() => {
          if (wait > 5) res.write('');
          res.end(req.url);
        }, wait);
    });
    const targets = targetsOf(7);
    const text = targets.map((target) => requestText('GET', target)).join('');
    const responses = await server.exchange(text, { responses: 7 });
    expect(responses.map(({ body }) => body)).toEqual(targets);
  },

  'FIN of the client ends its connection before the responses that are still to come': async (serve) => {
    // The server reads the FIN in the meantime.
    const server = await serve((req, res) => void settle().then(() => res.end(req.url)));
    const socket = server.connect();
    const received = converse(socket, requestText('GET', '/1') + requestText('GET', '/2'));
    socket.end();
    expect(parseResponses(await received).responses.map(({ body }) => body)).toEqual([]);
  },

  'a writer that outruns its client is told to wait, and loses nothing': async (serve) => {
    const piece = 'x'.repeat(65_536);
    const waits: boolean[] = [];
    const listener: RequestListener = (_req, res) => {
      let left = 300;
      const write = (): void => {
        while (left-- > 0) {
          if (res.write(piece)) continue;
          waits.push(true);
          res.once('drain', write);
          return;
        }
        res.end();
      };
      res.setHeader('Content-Length', 300 * piece.length);
      write();
    };
    const socket = (await serve(withLastRequest(listener))).connect();
    socket.write(requestText('GET', '/') + LAST_REQUEST);
    socket.pause();
    await until(() => waits.length > 0);
    let length = 0;
    await new Promise((resolve) => {
      socket.on('data', (chunk) => {
        length += chunk.length;
      });
      socket.on('close', resolve);
      socket.resume();
    });
    expect(length).toBeGreaterThan(300 * piece.length);
    expect(length).toBeLessThan(300 * piece.length + 1_000);
  },

  'an upgrade takes the socket, and every byte after the head': async (serve) => {
    const server = await serve((req, res) => void res.end(req.url), {
      upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\n${req.url} ${head}`);
        socket.pipe(socket);
      },
    });
    const socket = server.connect();
    socket.once('data', () => socket.end(' later'));
    const fields = { Connection: 'Upgrade', Upgrade: 'echo' };
    const text = await converse(
      socket,
      `${requestText('GET', '/before')}${requestText('GET', '/up', fields)}early`,
    );
    expect(text).toContain('/before');
    expect(text).toMatch(/\r\nUpgrade: echo\r\n\r\n\/up early later$/);
  },

  'CONNECT takes the socket, and closes it when there is no listener': async (serve) => {
    const request = 'CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n';
    const server = await serve(echo, {
      connect: (req: IncomingMessage, socket: Duplex, head: Buffer) =>
        socket.end(`HTTP/1.1 200 OK\r\n\r\n${req.url} ${head}`),
    });
    expect(await converse(server.connect(), `${request}early`)).toMatch(/\r\n\r\nother:443 early$/);
    await server.close();
    const unheard = await serve(echo);
    expect(await converse(unheard.connect(), request)).toBe('');
  },
};
