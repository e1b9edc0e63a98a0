import { createServer } from 'node:http';
import { exchange, type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PatchedResponse, patchedServer } from './patched-server.ts';

type Call = (res: PatchedResponse) => unknown;

/** Calls by name, each made on a response of Nextpress and on one of Express 5. */
const calls: Readonly<Record<string, Call>> = {
  'json of an object': (res) => res.json({ a: 1, b: ['é', null] }),
  'json of null': (res) => res.json(null),
  'json of a string': (res) => res.json('text'),
  'json of a number': (res) => res.json(0),
  'json with toJSON': (res) => res.json(new Date(0)),
  'json with a status': (res) => res.status(201).json({}),
  'json of a long text': (res) => res.json({ text: 'é'.repeat(5000) }),
  'json with another type': (res) => res.type('application/problem+json').json({}),
  'json with another charset': (res) =>
    res.set('Content-Type', 'application/json; charset=latin1; a="b c"').json({}),
  'json with a header set': (res) => res.set('X-A', 'b').json({}),
  'json with Transfer-Encoding': (res) => res.set('Transfer-Encoding', 'chunked').json({}),
  'json with a wrong Content-Length': (res) => res.set('Content-Length', '1').json({ a: 1 }),
  'send of a text': (res) => res.send('<p>é</p>'),
  'send of an empty text': (res) => res.send(''),
  'send of a long text': (res) => res.send('é'.repeat(5000)),
  'send of a text with a type': (res) => res.type('text/plain').send('hi'),
  'send of a text with a type set on the response': (res) => {
    res.setHeader('content-type', 'text/plain');
    res.send('hi');
  },
  'send of a text with another charset': (res) => res.type('text/html; charset=latin1').send('é'),
  'send of a text with a binary type': (res) => res.type('png').send('hi'),
  'send of a buffer': (res) => res.send(Buffer.from('é')),
  'send of a buffer with a type': (res) => res.type('text/plain').send(Buffer.from('é')),
  'send of a Uint8Array': (res) => res.send(new Uint8Array([104, 105])),
  'send of nothing': (res) => res.send(),
  'send of undefined with a type': (res) => res.type('txt').send(undefined),
  'send of null': (res) => res.send(null),
  'send of a number': (res) => res.send(7),
  'send of a boolean': (res) => res.send(false),
  'send of an array': (res) => res.send([1]),
  'send of an object': (res) => res.send({ a: 1 }),
  'send with status 204': (res) => res.status(204).set('X-A', 'b').send('ignored'),
  'send with status 204 and a type': (res) => res.status(204).type('txt').send('ignored'),
  'json with status 204': (res) => res.status(204).json({}),
  'send with status 205 and a type': (res) => res.status(205).type('txt').send('ignored'),
  'send with status 304': (res) => res.status(304).set('Content-Length', '3').send('ignored'),
  'send with an unknown status': (res) => res.status(799).send('hi'),
  'set of several headers': (res) =>
    res.set({ 'X-A': 'b', 'X-N': 1, 'Content-Type': 'text/css' }).send('a{}'),
  'set of a list': (res) => res.set('X-A', ['b', 'c']).send('hi'),
  'set of a number and a boolean': (res) => res.set('X-A', 1).set('X-B', true).send('hi'),
  'set of a type by extension': (res) => res.set('Content-Type', 'html').send(Buffer.from('hi')),
  'set of a type with parameters': (res) =>
    res.set('Content-Type', 'text/html;level=1').send(Buffer.from('hi')),
  'header as set': (res) => res.header('X-A', 'b').header({ 'X-C': 'd' }).send('hi'),
  'get of what was set': (res) =>
    res.set('X-A', ['1', '2']).json([res.get('x-a'), res.get('X-None') ?? 'none']),
  'a cookie set twice': (res) => res.set('Set-Cookie', ['a=1', 'b=2']).json({}),
  'sendStatus 200': (res) => res.sendStatus(200),
  'sendStatus 404': (res) => res.sendStatus(404),
  'sendStatus 418': (res) => res.sendStatus(418),
  'sendStatus 599': (res) => res.sendStatus(599),
  'sendStatus 204': (res) => res.sendStatus(204),
  'sendStatus 304': (res) => res.sendStatus(304),
  'sendStatus after a type': (res) => res.type('json').sendStatus(403),
  redirect: (res) => res.redirect('/login'),
  'redirect with a status': (res) => res.redirect(301, '/login?a=b&c=d#e'),
  'redirect to another site': (res) => res.redirect(307, 'https://example.com/a b'),
  'redirect to markup': (res) => res.redirect('/<script>alert("1")</script>\'&'),
  'redirect to javascript': (res) => res.redirect('javascript:alert(1)//"><b>'),
  'redirect with CR and LF': (res) => res.redirect('/a\r\nX-Injected: 1'),
  'redirect with a backslash': (res) => res.redirect('http://google.com\\@evil.example'),
  'redirect with escapes and percent signs': (res) => res.redirect('/%20/%zz/100%/%%41/%'),
  'redirect to text': (res) => res.redirect('/é/漢/😀/\ud83d'),
  'redirect with every character of ASCII': (res) =>
    res.redirect(Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')),
  'redirect with Vary': (res) => res.set('Vary', 'Origin, accept').redirect('/'),
  'redirect with a type': (res) => {
    // With an empty body, Express sends a Content-Type, Nextpress does not.
    if (res.req.headers.accept !== 'application/json') res.type('json');
    res.redirect('/');
  },
};

/** Express omits Content-Length for HEAD. Nextpress sends the headers of GET (RFC 9110 §9.3.2). */
const WITHOUT_HEAD = new Set(['send of nothing', 'send of undefined with a type']);

const extensions =
  'atom avif bin bmp css csv gif gz htm html ico ics jpeg jpg js json jsonld map md mjs mp3 mp4 ogg otf pdf png rss svg tar ' +
  'text ttf txt wasm wav webm webmanifest webp woff woff2 xhtml xml yaml yml zip .html .TXT index.html unknown';

const types = [
  ...extensions.split(' '),
  'text/plain',
  'Text/HTML',
  'image/png',
  'application/javascript',
  'text/x;charset=a',
  '/',
];
const typeCalls = Object.fromEntries(
  types.map((type): [string, Call] => [`type ${type}`, (res) => res.type(type).send(Buffer.from('x'))]),
);

/** The path `/<index of the call>` selects the call. */
const everyCall = Object.entries({ ...calls, ...typeCalls });
const response = (url: string | undefined, res: PatchedResponse) =>
  everyCall[Number(url?.slice(1))]?.[1](res);

describe('every helper responds like Express 5', () => {
  let ours: Listening;
  let theirs: Listening;

  beforeAll(async () => {
    const app = express();
    app.disable('etag');
    app.disable('x-powered-by');
    app.use((req, res) => {
      response(req.url, res as unknown as PatchedResponse);
    });
    theirs = await listen(createServer(app));
    ours = await listen(patchedServer((req, res) => response(req.url, res)));
  });
  afterAll(() => Promise.all([ours.close(), theirs.close()]));

  const accepts = [
    '',
    'Accept: text/html\r\n',
    'Accept: application/json\r\n',
    'Accept: */*;q=0.1, text/html\r\n',
  ];

  test.each(everyCall.map(([name], index) => [name, index] as const))('%s', async (name, index) => {
    for (const method of WITHOUT_HEAD.has(name) ? ['GET', 'POST'] : ['GET', 'HEAD', 'POST']) {
      for (const accept of name.startsWith('redirect') ? accepts : ['']) {
        const ask = (port: number) =>
          exchange(port, `${method} /${index} HTTP/1.1\r\nHost: x\r\n${accept}Connection: close\r\n\r\n`, {
            methods: [method],
          });
        const [our, their] = await Promise.all([ask(ours.port), ask(theirs.port)]);
        expect(our.map(comparable), `${method} ${accept}`).toEqual(their.map(comparable));
        expect(our).toHaveLength(1);
      }
    }
  });
});

function comparable({ status, reason, rawHeaders, body }: RawResponse): unknown {
  const headers = rawHeaders
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .filter((line) => !line.startsWith('date:'));
  return { status, reason, headers: headers.sort(), body };
}
