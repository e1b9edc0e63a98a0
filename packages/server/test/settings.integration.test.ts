import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer } from '../src/index.ts';

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});
async function ask(app: RequestListener, path: string, init: RequestInit = {}): Promise<Response> {
  const server = await listen(createHttpServer(app));
  open.push(server);
  return fetch(server.url + path, init);
}

describe('a setting', () => {
  test('can be set, read, enabled and disabled, with any name', () => {
    const app = createServer();
    expect(app.get('title')).toBeUndefined();
    expect(app.set('title', 'x')).toBe(app);
    expect([app.get('title'), app.set('title'), app.settings.title]).toEqual(['x', 'x', 'x']);
    app.enable('flag').disable('other');
    expect([app.enabled('flag'), app.disabled('flag'), app.enabled('other')]).toEqual([true, false, false]);
    expect(app.locals.settings).toBe(app.settings);
  });

  test('is also an option, with a default', () => {
    const app = createServer({ subdomainOffset: 3, trustProxy: ['loopback'], jsonSpaces: 2, strict: true });
    expect(app.get('subdomain offset')).toBe(3);
    expect(app.get('trust proxy')).toEqual(['loopback']);
    expect(app.get('json spaces')).toBe(2);
    expect(app.enabled('strict routing')).toBe(true);
    const names = ['query parser', 'jsonp callback name', 'views', 'trust proxy', 'view cache'];
    const plain = createServer();
    const theirs = express();
    expect(names.map((name) => plain.get(name))).toEqual(names.map((name) => theirs.get(name)));
  });

  test.each([
    ['trustProxy', 'everywhere', 'a boolean, a number of hops, addresses and networks, or a function'],
    ['trustProxy', '1', 'a boolean, a number of hops, addresses and networks, or a function, got "1"'],
    ['trustProxy', -1, 'a boolean, a number of hops, addresses and networks, or a function'],
    ['trustProxy', '10.0.0.0/33', 'a boolean, a number of hops, addresses and networks, or a function'],
    ['etag', 'wek', "a boolean, 'weak', 'strong' or a function, got \"wek\""],
    ['queryParser', 'nested', "a boolean, 'simple', 'extended' or a function"],
    ['subdomainOffset', '2', 'an integer from 0, got "2"'],
    ['subdomainOffset', -1, 'an integer from 0, got -1'],
    ['jsonSpaces', {}, 'a number or a string'],
    ['jsonReplacer', 7, 'a function or an array, got 7'],
    ['jsonpCallback', [], 'a string'],
  ])('throws when the option %s is %o', (name, value, expected) => {
    expect(() => createServer({ [name]: value })).toThrow(
      `Invalid option "${name}" of createServer(): expected ${expected}`,
    );
  });

  test('trusts no proxy when "trust proxy fn" is not a function', async () => {
    const app = createServer().set('trust proxy', true).set('trust proxy fn', undefined);
    app.get('/', (req, res) => res.json(req.ips));
    expect(await (await ask(app, '/', { headers: { 'x-forwarded-for': '192.0.2.7' } })).json()).toEqual([]);
  });

  test('changes the helpers for later requests', async () => {
    const app = createServer();
    app.get('/', (req, res) => res.json({ query: req.query, html: '<' }));
    expect(await (await ask(app, '/?a[b]=1')).text()).toBe('{"query":{"a[b]":"1"},"html":"<"}');
    app.set('query parser', 'extended').enable('json escape').set('etag', 'strong').enable('x-powered-by');
    const response = await ask(app, '/?a[b]=1');
    expect(await response.text()).toBe('{"query":{"a":{"b":"1"}},"html":"\\u003c"}');
    expect(response.headers.get('etag')).toMatch(/^"/);
    expect(response.headers.get('x-powered-by')).toBe('Nextpress');
    app.set('query parser', false).set('json spaces', 1).set('json escape', false);
    expect(await (await ask(app, '/?a=1')).text()).toBe('{\n "query": {},\n "html": "<"\n}');
  });

  test('for routing takes effect only before the first path is registered', async () => {
    const app = createServer().set('case sensitive routing', true);
    app.get('/A', (_req, res) => res.send('A'));
    app.set('case sensitive routing', false);
    expect((await ask(app, '/a')).status).toBe(404);
  });
});

describe('a mounted application', () => {
  test('emits mount, and has a mountpath and a parent', () => {
    const outer = createServer();
    const inner = createServer();
    const innermost = createServer();
    const heard: unknown[] = [];
    inner.on('mount', (parent: Application) => heard.push(parent, inner.mountpath, inner.path()));
    expect([inner.mountpath, inner.path(), inner.parent]).toEqual(['/', '', undefined]);
    outer.use('/blog', inner);
    inner.use('/admin', innermost);
    expect(heard).toEqual([outer, '/blog', '/blog']);
    expect(innermost.path()).toBe('/blog/admin');
    expect(innermost.parent).toBe(inner);
    outer.use(
      ['/x', '/y'],
      createServer().once('mount', () => heard.push('listed')),
    );
    expect(heard.at(-1)).toBe('listed');
  });

  test('inherits settings that it has not set, later changes included, as in Express', () => {
    const make = (): Application[] => [createServer(), createServer()];
    const theirs = (): Application[] => [express() as never, express() as never];
    for (const applications of [make(), theirs()]) {
      const [outer, inner] = applications as [Application, Application];
      inner.set('own', 1).set('etag', false);
      outer.set('own', 2).set('title', 'outer').set('trust proxy', 1).set('etag', 'strong');
      outer.use('/in', inner);
      outer.set('json spaces', 2).set('subdomain offset', 4);
      const seen = ['own', 'title', 'trust proxy', 'etag', 'json spaces', 'subdomain offset'];
      expect(seen.map((name) => inner.get(name))).toEqual([1, 'outer', 1, false, 2, 2]);
    }
  });

  test('has its own trust proxy, or inherits it', async () => {
    const inner = createServer().get('/', (req, res) => res.send(req.ip));
    const own = createServer()
      .set('trust proxy', false)
      .get('/', (req, res) => res.send(req.ip));
    const app = createServer().use('/inherits', inner).use('/own', own);
    app.set('trust proxy', 'loopback');
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    expect(await (await ask(app, '/inherits', { headers })).text()).toBe('192.0.2.7');
    expect(await (await ask(app, '/own', { headers })).text()).toContain('127.0.0.1');
  });

  test('is req.app and res.app inside it, but not afterwards', async () => {
    const inner = createServer({ jsonSpaces: 1 }).set('name', 'inner');
    inner.get('/names', (req, res) => res.json([req.app.get('name'), res.app.get('name')]));
    inner.use((req, _res, next) => {
      Object.assign(req, { inside: req.app });
      next();
    });
    const app = createServer().set('name', 'outer').use('/in', inner);
    app.use((req, res) => res.json([req.app.get('name'), res.app === app, 'inside' in req]));
    expect(await (await ask(app, '/in/names')).text()).toBe('[\n "inner",\n "inner"\n]');
    expect(await (await ask(app, '/in/on')).text()).toBe('["outer",true,true]');
    expect(await (await ask(app, '/')).text()).toBe('["outer",true,false]');
  });

  test('parses the query with its own parser, even if the query was already read', async () => {
    const inner = createServer({ queryParser: 'extended' }).get('/', (req, res) => res.json(req.query));
    const app = createServer().use((req, _res, next) => next(req.query.a === undefined ? undefined : 'read'));
    expect(await (await ask(app.use(inner), '/?a[b]=1')).text()).toBe('{"a":{"b":"1"}}');
  });

  test('emits mount when Express mounts it', async () => {
    const inner: Application = createServer();
    inner.get('/', (req, res) => res.send(`${req.app === inner} ${inner.path()}`));
    const outer = express().use('/in', inner);
    let heard: unknown;
    expect(await (await ask(outer, '/in')).text()).toBe('true /in');
    outer.use(
      '/again',
      createServer().on('mount', (parent) => (heard = parent)),
    );
    expect(heard).toBe(outer);
  });
});

describe('an application', () => {
  test('has a method handle, a router and prototypes', async () => {
    const app = createServer().get('/', (req, res) => res.send(`${req.route?.path} ${req.res === res}`));
    Object.assign(app.response, { hello: 1 });
    app.router.get('/router', (_req, res) => res.json('hello' in res));
    expect(await (await ask((req, res) => app.handle(req, res), '/')).text()).toBe('/ true');
    expect(await (await ask(app, '/router')).text()).toBe('true');
    expect('hello' in createServer().response).toBe(false);
  });

  test('accepts all arguments of server.listen, and calls back with the server as this', async () => {
    const forms: unknown[][] = [[], [0], [0, '127.0.0.1'], [0, '127.0.0.1', 5], [{ port: 0 }], ['0']];
    for (const form of forms) {
      const app = createServer();
      const listening = await new Promise<Server>((resolve) => {
        const called = function called(this: Server): void {
          resolve(this);
        };
        (app.listen as (...args: unknown[]) => Server)(...form, called);
      });
      expect(listening.address()).toMatchObject({ port: expect.any(Number) });
      await app.close();
    }
  });
});
