import type { Duplex } from 'node:stream';
import { expect } from 'vitest';
import { converse, requestText } from '../subject.ts';
import { echo, type HttpCase } from './http-case.ts';

const twice = (name: string, first: string, second: string): string =>
  `POST / HTTP/1.1\r\nHost: a\r\n${name}: ${first}\r\n${name}: ${second}\r\n\r\nab`;

/** Requests that must not reach a handler. */
const malformed: Readonly<Record<string, string>> = {
  'a field line without a colon': 'GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n',
  'two different lengths': twice('Content-Length', '1', '2'),
  'two equal lengths': twice('Content-Length', '2', '2'),
  'a length that is not a number': requestText('POST', '/', { 'Content-Length': '0x2' }),
  'a length and chunks': `${requestText('POST', '/', { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' })}0\r\n\r\n`,
  'an encoding after chunked': requestText('POST', '/', { 'Transfer-Encoding': 'chunked, gzip' }),
  'a space before the colon': 'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
  'a folded line at the beginning': 'GET / HTTP/1.1\r\n Host: a\r\n\r\n',
  'an unknown method': requestText('BREW', '/'),
  'a method in lower case': requestText('get', '/'),
  'a space in the target': requestText('GET', '/a b'),
  'a version that does not exist': 'GET / HTTP/1.9\r\nHost: a\r\n\r\n',
  'no Host': 'GET / HTTP/1.1\r\n\r\n',
  'a NUL in a field': 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n',
  'a bare LF after the request line': 'GET / HTTP/1.1\nHost: a\r\n\r\n',
  'a bare CR in a field': 'GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n',
  'what is not HTTP': '\x16\x03\x01\x02\0\x01\0\x01',
};

const bare = (reason: string): string => `HTTP/1.1 ${reason}\r\nConnection: close\r\n\r\n`;

/** Responses to input that is not HTTP. */
export const refusals: Record<string, HttpCase> = {
  ...Object.fromEntries(
    Object.entries(malformed).map(([what, bytes]): [string, HttpCase] => [
      `${what} is refused with 400, and the connection closed`,
      async (serve) => {
        let handled = 0;
        const server = await serve((_req, res) => {
          handled++;
          res.end();
        });
        const text = await converse(server.connect(), bytes);
        expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/);
        expect(handled).toBe(0);
      },
    ]),
  ),

  'a head of 17 kB is refused with 431': async (serve) => {
    const server = await serve(echo);
    const request = requestText('GET', '/', { 'X-Long': 'x'.repeat(17_000) });
    expect(await converse(server.connect(), request)).toBe(bare('431 Request Header Fields Too Large'));
  },

  'an error after an statuses request is refused after the response': async (serve) => {
    const server = await serve(echo);
    const socket = server.connect();
    socket.once('data', () => socket.write('nonsense\r\n\r\n'));
    const text = await converse(socket, requestText('GET', '/'));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  },

  'a listener for clientError sends its own response': async (serve) => {
    const codes: unknown[] = [];
    const server = await serve(echo, {
      clientError: (error: Error & { code?: string }, socket: Duplex) => {
        codes.push(error.code);
        socket.end('HTTP/1.1 499 Mine\r\n\r\n');
      },
    });
    expect(await converse(server.connect(), 'nonsense\r\n\r\n')).toBe('HTTP/1.1 499 Mine\r\n\r\n');
    expect(codes).toEqual(['HPE_INVALID_METHOD']);
  },
};
