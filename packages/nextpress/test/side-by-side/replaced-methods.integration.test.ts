import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestHandler, Response } from 'express';
import { afterAll } from 'vitest';
import { get, head } from './ask.ts';
import { type Case, type Cases, compare } from './compare.ts';
import { text } from './shows.ts';

const root = mkdtempSync(join(tmpdir(), 'side-by-side-replaced-methods-'));
for (const [name, content] of Object.entries({
  'small.txt': '<a href="x">',
  'large.txt': 'x'.repeat(100_000),
})) {
  writeFileSync(join(root, name), content);
  utimesSync(join(root, name), new Date('2026-01-02'), new Date('2026-01-02'));
}
afterAll(() => rmSync(root, { recursive: true }));

type Method = 'end' | 'write' | 'writeHead' | 'setHeader';
type Arguments = readonly unknown[];

/** Replaces a method of a response; `before` runs first, and may return other arguments. */
function replace(
  res: Response,
  name: Method,
  before: (this: Response, ...args: Arguments) => Arguments | undefined,
): void {
  const original = res[name] as (...args: Arguments) => unknown;
  Object.assign(res, {
    [name](this: Response, ...args: Arguments) {
      return Reflect.apply(original, this, before.apply(this, [...args]) ?? args);
    },
  });
}

const middleware =
  (act: (res: Response) => void): RequestHandler =>
  (_req, res, next) => {
    act(res);
    next();
  };

const wrappers: Readonly<Record<string, RequestHandler>> = {
  'an end that sets a header and a cookie': middleware((res) =>
    replace(res, 'end', () => {
      if (!res.headersSent) res.cookie('seen', '1').set('X-Late', 'yes');
      return undefined;
    }),
  ),
  'an end that removes Content-Length': middleware((res) =>
    replace(res, 'end', () => {
      if (!res.headersSent) res.removeHeader('Content-Length');
      return undefined;
    }),
  ),
  'an end that changes the content': middleware((res) =>
    replace(res, 'end', (content) => {
      if (res.headersSent || content === undefined) return undefined;
      res.removeHeader('Content-Length');
      res.removeHeader('ETag');
      return [`<${content}>`];
    }),
  ),
  // As OWASP Juice Shop rewrites the listings of serve-index, in front of files.
  'an end that rewrites the text of a file': (req, res, next) => {
    if (req.path.endsWith('file')) {
      replace(res, 'end', (...args) =>
        args.length === 0 ? undefined : [(args[0] as string).replaceAll('href="', 'href="./')],
      );
    }
    next();
  },
  'an end that tells what it is given': middleware((res) =>
    replace(res, 'end', (content, encoding) => {
      if (!res.headersSent && String(content ?? '') !== '') {
        res.set('X-Given', `${typeof content} ${Buffer.isBuffer(content)} ${encoding}`);
      }
      return undefined;
    }),
  ),
  'a write that sends upper case': middleware((res) =>
    replace(res, 'write', (content) => [String(content).toUpperCase()]),
  ),
  'a writeHead that reads all headers': middleware((res) =>
    replace(res, 'writeHead', () => {
      res.setHeader('X-Seen', text(res.getHeaders()));
      return undefined;
    }),
  ),
  'a writeHead that changes the status': middleware((res) =>
    replace(res, 'writeHead', () => [res.statusCode === 200 ? 201 : res.statusCode]),
  ),
  'a setHeader that counts': middleware((res) => {
    const names: unknown[] = [];
    replace(res, 'setHeader', (name, value) => {
      names.push(name);
      return name === 'X-Names' ? undefined : [name, value];
    });
    replace(res, 'end', () => {
      if (!res.headersSent) res.setHeader('X-Names', [...new Set(names)].join());
      return undefined;
    });
  }),
  'a setHeader that drops ETag': middleware((res) => {
    const { setHeader } = res;
    res.setHeader = function keep(name, value) {
      return name.toLowerCase() === 'etag' ? this : setHeader.call(this, name, value);
    };
  }),
  'an end and a write that collect, as caches do': middleware((res) => {
    const collected: string[] = [];
    replace(res, 'write', (content) => {
      collected.push(String(content));
      return undefined;
    });
    replace(res, 'end', (content) => {
      if (content !== undefined) collected.push(String(content));
      if (!res.headersSent) res.set('X-Collected', String(collected.join('').length));
      return undefined;
    });
  }),
  'a response with an own getHeader': middleware((res) => {
    const { getHeader } = res;
    res.getHeader = function read(name) {
      return getHeader.call(this, name);
    };
  }),
  'methods put back': middleware((res) => {
    const { end } = res;
    res.end = end;
  }),
};

const senders: Readonly<Record<string, (res: Response) => unknown>> = {
  json: (res) => res.json({ a: 1 }),
  text: (res) => res.send('text'),
  long: (res) => res.send('é'.repeat(1500)),
  bytes: (res) => res.send(Buffer.from('bytes')),
  array: (res) => res.send(new Uint8Array([104, 105])),
  null: (res) => res.send(null),
  nothing: (res) => res.send(),
  jsonp: (res) => res.jsonp({ a: 1 }),
  status: (res) => res.sendStatus(404),
  204: (res) => res.status(204).send('x'),
  redirect: (res) => res.redirect('/'),
  typed: (res) => res.type('text/css').set('X-A', 'b').send('a{}'),
  end: (res) => res.end('end'),
  written: (res) => {
    res.write('one');
    res.end('two');
  },
  head: (res) => res.writeHead(200, { 'X-Own': '1' }).end('head'),
  file: (res) => res.sendFile('small.txt', { root }),
  'large-file': (res) => res.sendFile('large.txt', { root }),
  missing: (res) => res.sendFile('missing', { root: tmpdir() }, () => res.status(404).json('missing')),
  format: (res) => res.format({ text: () => res.send('text'), json: () => res.json(1) }),
  error: () => {
    throw new Error('no');
  },
};

const asks = Object.keys(senders).flatMap((name) => [
  get(`/${name}`),
  head(`/${name}`),
  get(`/${name}`, { 'If-None-Match': '*' }),
]);

const wrapped = (wrapper: RequestHandler, etag: boolean): Case => ({
  app: (express) =>
    express()
      .set('env', 'production')
      .set('etag', etag)
      .use(wrapper)
      .get('/:name', (req, res) => void senders[req.params.name as string]?.(res)),
  asks,
});

const cases: Cases = {
  'a replaced method': Object.fromEntries(
    Object.entries(wrappers).flatMap(([name, wrapper]) => [
      [name, wrapped(wrapper, true)],
      [`${name}, without ETag`, wrapped(wrapper, false)],
    ]),
  ),
};

compare(cases);
