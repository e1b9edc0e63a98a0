/**
 * Which replaceable members each function calls, and with which arguments: for every pair, as in Express 5 and 4.
 *
 * Left out are reads, which nothing observes but a member that lies: `res.get`, `getHeader` and the like, `req.get` and `app.get`.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchange } from '@nextpress-internal/test-kit';
import type { Application } from 'express';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Ask, format, get, head } from './ask.ts';
import { fastLane, type Lane, nodeLane, type Pair, VERSION_5 } from './compare.ts';
import { VERSION_4 } from './version-4.ts';

const root = mkdtempSync(join(tmpdir(), 'side-by-side-called-members-'));
for (const [name, content] of Object.entries({
  'a small.txt': 'small',
  'large.txt': 'x'.repeat(100_000),
  'empty.txt': '',
  'folder/index.html': 'index',
  'view.t': 'view',
})) {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), content);
  utimesSync(join(root, name), new Date('2026-01-02'), new Date('2026-01-02'));
}
afterAll(() => rmSync(root, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: the table has members of both versions
type Any = any;
type Function = (res: Any, req: Any, next: (error?: unknown) => void) => unknown;

const functions: Readonly<Record<string, Function>> = {
  'res.status': (res) => res.status(201).end(),
  'res.links': (res) => res.links({ next: '/2' }).end(),
  'res.send of text': (res) => res.send('text'),
  'res.send of long text': (res) => res.send('é'.repeat(2_000)),
  'res.send of text with a type': (res) => {
    res.setHeader('Content-Type', 'text/plain');
    res.send('text');
  },
  'res.send of bytes': (res) => res.send(Buffer.from('bytes')),
  'res.send of an array': (res) => res.send(new Uint8Array([104, 105])),
  'res.send of an object': (res) => res.send({ a: 1 }),
  'res.send of null': (res) => res.send(null),
  'res.send of nothing': (res) => res.send(),
  'res.send with status 204': (res) => {
    res.statusCode = 204;
    res.send('text');
  },
  'res.send with status 205': (res) => {
    res.statusCode = 205;
    res.send('text');
  },
  'res.json': (res) => res.json({ a: 1 }),
  'res.json of undefined': (res) => res.json(undefined),
  'res.jsonp': (res) => res.jsonp({ a: 1 }),
  'res.sendStatus': (res) => res.sendStatus(404),
  'res.sendFile': (res) => res.sendFile('a small.txt', { root, headers: { 'X-A': 'b' } }),
  'res.sendFile of a large file': (res) => res.sendFile('large.txt', { root }),
  'res.sendFile of an empty file': (res) => res.sendFile('empty.txt', { root }),
  'res.sendFile of no file': (res) => res.sendFile('none.txt', { root }),
  'res.download': (res) => res.download(join(root, 'a small.txt')),
  'res.type': (res) => res.type('html').end(),
  'res.type of a media type': (res) => res.type('text/css').end(),
  'res.contentType': (res) => res.contentType('png').end(),
  'res.format': (res) => res.format({ text: () => res.end('text'), html: () => res.end('html') }),
  'res.attachment': (res) => res.attachment('a b.txt').end(),
  'res.append': (res) => res.append('X-A', 'a').append('X-A', 'b').end(),
  'res.set': (res) => res.set('X-A', 'a').end(),
  'res.set of a type': (res) => res.set('Content-Type', 'text/html').end(),
  'res.set of an object': (res) => res.set({ 'X-A': 'a', 'X-B': 'b' }).end(),
  'res.header of an object': (res) => res.header({ 'X-A': 'a', 'X-B': 'b' }).end(),
  'res.cookie': (res) => res.cookie('a', 'b').end(),
  'res.clearCookie': (res) => res.clearCookie('a').end(),
  'res.location': (res) => res.location('/é').end(),
  'res.redirect': (res) => res.redirect('/x'),
  'res.redirect with a status': (res) => res.redirect(301, '/x'),
  'res.vary': (res) => res.vary('Accept').end(),
  'res.render': (res) => res.render('view.t'),
  'express.static, a small file': serves('/a%20small.txt'),
  'express.static, a large file': serves('/large.txt'),
  'express.static, an empty file': serves('/empty.txt'),
  'express.static, a folder': serves('/folder'),
  'express.static, no file': serves('/none.txt'),
  'the response without a route': (_res, _req, next) => next(),
  'the response to an error': (_res, _req, next) => next(Object.assign(new Error('no'), { status: 400 })),
  'req.accepts': (res, req) => res.end(String(req.accepts('html'))),
  'req.acceptsEncodings': (res, req) => res.end(String(req.acceptsEncodings('gzip'))),
  'req.acceptsCharsets': (res, req) => res.end(String(req.acceptsCharsets('utf-8'))),
  'req.acceptsLanguages': (res, req) => res.end(String(req.acceptsLanguages('en'))),
  'req.header': (res, req) => res.end(String(req.header('X-A'))),
  'req.is': (res, req) => res.end(String(req.is('html'))),
  'req.range': (res, req) => res.end(String(req.range(10))),
  ...Object.fromEntries(
    ['protocol', 'secure', 'ip', 'ips', 'subdomains', 'path', 'hostname', 'fresh', 'stale', 'xhr'].map(
      (name) => [`req.${name}`, (res: Any, req: Any) => res.end(String(req[name]))],
    ),
  ),
};

const functionsOf4: Readonly<Record<string, Function>> = {
  ...functions,
  'res.sendfile': (res) => res.sendfile('a%20small.txt', { root }),
  'res.send of a status': (res) => res.send(404),
  'res.send of a status and text': (res) => res.send(201, 'text'),
  'res.json of a status and a value': (res) => res.json(201, { a: 1 }),
  'res.jsonp of a status and a value': (res) => res.jsonp(201, { a: 1 }),
  'res.redirect back': (res) => res.redirect('back'),
  'req.param': (res, req) => res.end(String(req.param('x'))),
};

function serves(path: string): Function {
  return (res, req, next) => {
    req.url = path;
    req.originalUrl = path;
    res.files(req, res, next);
  };
}

type Owner = 'res' | 'req';
type Member = readonly [owner: Owner, name: string, kind: 'method' | 'getter'];

const listOf = (owner: Owner, kind: Member[2], names: string): readonly Member[] =>
  names.split(' ').map((name) => [owner, name, kind] as const);

const members: readonly Member[] = [
  ...listOf(
    'res',
    'method',
    'status links send json jsonp sendStatus sendFile sendfile download type contentType',
  ),
  ...listOf(
    'res',
    'method',
    'format attachment append set header clearCookie cookie location redirect vary render',
  ),
  ...listOf('res', 'method', 'setHeader appendHeader setHeaders writeHead flushHeaders write end'),
  ...listOf('req', 'method', 'accepts acceptsEncodings acceptsCharsets acceptsLanguages is range param'),
  ...listOf('req', 'getter', 'fresh stale protocol secure query path hostname ip ips subdomains xhr'),
];

const asks: Readonly<Record<string, (target: string) => Ask>> = {
  'a GET': (target) => get(target, { Accept: 'text/html' }),
  'a HEAD': (target) => head(target),
  'a GET of a client that has it': (target) => get(target, { Accept: 'text/plain', 'If-None-Match': '*' }),
};

/** Calls of a member, as text. */
type Calls = string[];

/** An application that replaces the member at an index, runs the function and keeps the calls. */
function recorder(express: Pair['ours'], run: Function, calls: Calls[]): Application {
  const app = express().set('env', 'production').set('views', root) as Application;
  app.engine('t', (_path, _options, done) => done(null, 'view'));
  const files = express.static(root);
  app.use((req, res, next) => {
    const index = Number(req.get('X-Member'));
    const [owner, name, kind] = members[index] as Member;
    Object.assign(res, { files });
    record({ res, req }[owner], name, kind, (call) => calls[index]?.push(call));
    run(res, req, next);
  });
  return app;
}

function record(object: Any, name: string, kind: Member[2], keep: (call: string) => void): void {
  const original = object[name];
  if (kind === 'getter') {
    const read = (): unknown => {
      keep('read');
      return original;
    };
    Object.defineProperty(object, name, { get: read, configurable: true });
  } else if (typeof original === 'function') {
    object[name] = function replaced(this: unknown, ...args: unknown[]) {
      keep(args.map(shown).join(', '));
      return Reflect.apply(original, this, args);
    };
  }
}

function shown(value: unknown): string {
  if (Buffer.isBuffer(value)) return `a buffer of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  // Express 4 takes the charset from another table.
  return String(JSON.stringify(value)).replace('charset=UTF-8', 'charset=utf-8');
}

async function callsOf(
  lane: Lane,
  express: Pair['ours'],
  run: Function,
  ask: (target: string) => Ask,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const calls: Calls[] = members.map(() => []);
  const server = await lane(recorder(express, run, calls));
  const requests = members.map((_, index) => {
    const asked = ask('/a?callback=cb');
    return { ...asked, fields: { ...asked.fields, 'X-Member': String(index) } };
  });
  await exchange(server.port, requests.map(format).join(''), {
    responses: requests.length,
    methods: requests.map(({ method }) => method),
  });
  await server.close();
  return Object.fromEntries(
    members.map(([owner, name, kind], index) => {
      const of = calls[index] as Calls;
      const title = `${owner}.${name}`;
      // How often a getter is read, and in which pieces a file is written, may differ.
      if (kind === 'getter') return [title, [...new Set(of)]];
      return [title, name === 'write' ? [joined(of)] : of];
    }),
  );
}

function joined(writes: Calls): string {
  const lengths = writes.map((call) => Number(/^a buffer of (\d+)$/.exec(call)?.[1] ?? Number.NaN));
  return `${lengths.reduce((sum, length) => sum + length, 0)} bytes`;
}

const versions = {
  5: { pair: VERSION_5, functions },
  4: { pair: VERSION_4, functions: functionsOf4 },
} as const;

const lanes = { 'the fast lane': fastLane, "Node's lane": nodeLane } as const;

describe.each(Object.entries(versions))('as in Express %s,', (_version, { pair, functions: ofVersion }) => {
  test.each(Object.keys(ofVersion))('%s calls replaced members', async (name) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const run = ofVersion[name] as Function;
    for (const [title, ask] of Object.entries(asks)) {
      const expected = await callsOf(nodeLane, pair.theirs, run, ask);
      for (const [lane, start] of Object.entries(lanes)) {
        const actual = await callsOf(start, pair.ours, run, ask);
        expect({ [`${title} in ${lane}`]: actual }).toEqual({ [`${title} in ${lane}`]: expected });
      }
    }
    log.mockRestore();
  });
});
