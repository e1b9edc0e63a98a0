import type { IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { ask, converse, requestText } from '../subject.ts';
import { echo, type HttpCase, readText } from './http-case.ts';

/** Requests as their handlers see them. */
export const requests: Record<string, HttpCase> = {
  'a request that arrives in parts is one request': async (serve) => {
    const server = await serve(echo);
    const text = requestText('POST', '/split?a=b', { 'X-Field': 'value' }, 'the body');
    for (const size of [1, 7, 60]) {
      const parts = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
      const [response] = await server.exchange(parts, { responses: 1 });
      expect(JSON.parse(response?.body ?? '')).toEqual({
        method: 'POST',
        url: '/split?a=b',
        body: 'the body',
      });
    }
  },

  'a handler begins at the head, and reads what comes of the body later': async (serve) => {
    let sendRest = (): void => {};
    const server = await serve((req, res) => {
      const atHead = req.complete;
      readText(req, (body) => res.end(`${body} ${atHead} ${req.complete}`));
      sendRest();
    });
    const head = requestText('POST', '/', { 'Content-Length': '10', Connection: 'close' });
    const [whole] = await server.exchange(`${head}1234567890`);
    expect(whole?.body).toBe('1234567890 false true');
    const socket = server.connect();
    sendRest = () => void socket.write('67890');
    expect(await converse(socket, `${head}12345`)).toMatch(/\r\n\r\n1234567890 false true$/);
  },

  'a chunked body is read, its trailers too, and the next request after it': async (serve) => {
    const trailers: unknown[] = [];
    const server = await serve((req, res) => {
      req.on('end', () => trailers.push({ ...req.trailers }));
      echo(req, res);
    });
    const head = requestText('POST', '/', { 'Transfer-Encoding': 'chunked', Trailer: 'X-Sum' });
    const chunked = `${head}3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n`;
    const responses = await server.exchange(chunked + requestText('GET', '/next'), { responses: 2 });
    expect(responses.map(({ body }) => JSON.parse(body))).toMatchObject([
      { body: 'abcde' },
      { url: '/next' },
    ]);
    expect(trailers).toEqual([{ 'x-sum': '5' }, {}]);
  },

  'a target is given as it was sent': async (serve) => {
    const server = await serve(echo);
    const targets = ['/a//b/../c?d=%zz&e#', '/%C3%A9;x', 'http://other.example/a?b', '*'];
    const seen: unknown[] = [];
    for (const target of targets)
      seen.push(JSON.parse((await ask(server, target === '*' ? 'OPTIONS' : 'GET', target)).body).url);
    expect(seen).toEqual(targets);
  },

  'a method is given as it was sent, with a body or without': async (serve) => {
    const server = await serve(echo);
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'M-SEARCH'];
    const requested = methods.map((method) => requestText(method, '/', {}, method));
    const responses = await server.exchange(requested.join(''), { responses: methods.length });
    expect(responses.map(({ body }) => JSON.parse(body))).toMatchObject(
      methods.map((method) => ({ method, body: method })),
    );
  },

  'fields are given as they were sent, and as a table': async (serve) => {
    const seen: Partial<IncomingMessage>[] = [];
    const server = await serve((req, res) => {
      const { httpVersion, rawHeaders, headers, headersDistinct } = req;
      seen.push({ httpVersion, rawHeaders, headers, headersDistinct: { ...headersDistinct } });
      res.end();
    });
    const lines = [
      'hOST:a',
      'X-A: \t1 ',
      'x-a:  2',
      'Cookie: a=1',
      'cookie: b=2',
      'Age: 1',
      'Age: 2',
      'X-B: \xe9',
    ];
    await server.exchange(`GET / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, { responses: 1 });
    expect(seen).toEqual([
      {
        httpVersion: '1.1',
        rawHeaders: ['hOST', 'a', 'X-A', '1', 'x-a', '2', 'Cookie', 'a=1', 'cookie', 'b=2'].concat(
          ['Age', '1', 'Age', '2'],
          ['X-B', '\xe9'],
        ),
        headers: { host: 'a', 'x-a': '1, 2', cookie: 'a=1; b=2', age: '1', 'x-b': '\xe9' },
        headersDistinct: {
          host: ['a'],
          'x-a': ['1', '2'],
          cookie: ['a=1', 'b=2'],
          age: ['1', '2'],
          'x-b': ['\xe9'],
        },
      },
    ]);
  },

  'a request can be iterated, and read late': async (serve) => {
    const server = await serve(async (req, res) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      let body = '';
      for await (const chunk of req) body += chunk;
      res.end(body);
    });
    expect((await ask(server, 'POST', '/', {}, 'late'))?.body).toBe('late');
  },
};
