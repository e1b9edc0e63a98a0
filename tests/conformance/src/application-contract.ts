import { afterEach, describe, expect, test } from 'vitest';
import type { ContractApplication, ContractRequest, ContractResponse } from './application.ts';
import { ask, requestText, type Subject } from './subject.ts';

/** A framework with Express's API and a function that runs its applications. */
export interface ApplicationSubject {
  readonly name: string;
  createApp(): ContractApplication;
  start(app: ContractApplication): Promise<Subject>;
  /** Cases that do not hold, by title, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>;
}

type Next = (error?: unknown) => void;
type Case = (app: ContractApplication, serve: () => Promise<Subject>) => Promise<void>;

const says =
  (word: string) =>
  (_req: ContractRequest, res: ContractResponse): unknown =>
    res.send(word);
const showsParams = (req: ContractRequest, res: ContractResponse): unknown => res.json(req.params);
const sendError = (error: Error, _req: ContractRequest, res: ContractResponse, _next: Next): unknown =>
  res.status(500).send(`caught ${error.message}`);

const routing: Record<string, Case> = {
  'a route matches its method and path, and no other': async (app, serve) => {
    app.get('/a', says('get'));
    app.post('/a', says('post'));
    const subject = await serve();
    expect((await ask(subject, 'GET', '/a')).body).toBe('get');
    expect((await ask(subject, 'POST', '/a')).body).toBe('post');
    expect((await ask(subject, 'GET', '/b')).status).toBe(404);
  },
  'a route captures decoded params': async (app, serve) => {
    app.get('/users/:id/posts/:post', showsParams);
    const subject = await serve();
    const { body } = await ask(subject, 'GET', '/users/7/posts/a%20b%2Fc');
    expect(JSON.parse(body)).toEqual({ id: '7', post: 'a b/c' });
  },
  'a wildcard captures its segments': async (app, serve) => {
    app.get('/files/*path', showsParams);
    const subject = await serve();
    expect(JSON.parse((await ask(subject, 'GET', '/files/a/b/c.txt')).body)).toEqual({
      path: ['a', 'b', 'c.txt'],
    });
  },
  'an optional group may be absent': async (app, serve) => {
    app.get('/page{/:number}', showsParams);
    const subject = await serve();
    expect(JSON.parse((await ask(subject, 'GET', '/page')).body)).toEqual({});
    expect(JSON.parse((await ask(subject, 'GET', '/page/2')).body)).toEqual({ number: '2' });
  },
  'the earliest registered route wins, whatever its pattern': async (app, serve) => {
    app.get('/:any', says('any'));
    app.get('/fixed', says('fixed'));
    const subject = await serve();
    expect((await ask(subject, 'GET', '/fixed')).body).toBe('any');
  },
  'case and a slash at the end do not matter': async (app, serve) => {
    app.get('/Path', says('ok'));
    const subject = await serve();
    for (const target of ['/path', '/PATH', '/Path/'])
      expect((await ask(subject, 'GET', target)).body).toBe('ok');
  },
  'GET handlers respond to HEAD, without content': async (app, serve) => {
    app.get('/a', says('content'));
    const subject = await serve();
    const head = await ask(subject, 'HEAD', '/a');
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '7', '']);
  },
  'all() matches every method': async (app, serve) => {
    app.all('/a', says('all'));
    const subject = await serve();
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
      expect((await ask(subject, method, '/a')).body).toBe('all');
    }
  },
  'a query is flat, repeated names make a list, and it takes no part in matching': async (app, serve) => {
    app.get('/q', (req: ContractRequest, res: ContractResponse) => res.json(req.query));
    const subject = await serve();
    expect(JSON.parse((await ask(subject, 'GET', '/q?a=1&b=x+y&a=%32')).body)).toEqual({
      a: ['1', '2'],
      b: 'x y',
    });
    expect(JSON.parse((await ask(subject, 'GET', '/q')).body)).toEqual({});
  },
};

const middleware: Record<string, Case> = {
  'middleware runs in the order of registration, before and after routes that pass on': async (
    app,
    serve,
  ) => {
    const order: string[] = [];
    const notes = (word: string) => (_req: ContractRequest, _res: ContractResponse, next: Next) => {
      order.push(word);
      next();
    };
    app.use(notes('one'));
    app.get('/a', notes('route'), notes('second handler'));
    app.use(notes('two'));
    app.get('/a', says('end'));
    const subject = await serve();
    await ask(subject, 'GET', '/a');
    expect(order).toEqual(['one', 'route', 'second handler', 'two']);
  },
  'a prefix matches whole segments, and is taken off url': async (app, serve) => {
    app.use('/api', (req: ContractRequest, res: ContractResponse) =>
      res.json([req.url, req.baseUrl, req.originalUrl]),
    );
    const subject = await serve();
    expect(JSON.parse((await ask(subject, 'GET', '/api/x?y=1')).body)).toEqual([
      '/x?y=1',
      '/api',
      '/api/x?y=1',
    ]);
    expect(JSON.parse((await ask(subject, 'GET', '/api')).body)).toEqual(['/', '/api', '/api']);
    expect((await ask(subject, 'GET', '/apix')).status).toBe(404);
  },
  'url and baseUrl are whole again after a mount': async (app, serve) => {
    app.use('/api', (_req: ContractRequest, _res: ContractResponse, next: Next) => next());
    app.get('/api/x', (req: ContractRequest, res: ContractResponse) => res.json([req.url, req.baseUrl]));
    const subject = await serve();
    expect(JSON.parse((await ask(subject, 'GET', '/api/x?y')).body)).toEqual(['/api/x?y', '']);
  },
  'middleware sees no params of the route after it': async (app, serve) => {
    const seen: unknown[] = [];
    app.use((req: ContractRequest, _res: ContractResponse, next: Next) => {
      seen.push({ ...req.params });
      next();
    });
    app.get('/:id', showsParams);
    const subject = await serve();
    expect(JSON.parse((await ask(subject, 'GET', '/7')).body)).toEqual({ id: '7' });
    expect(seen).toEqual([{}]);
  },
  "next('route') goes to the next route": async (app, serve) => {
    app.get(
      '/a',
      (_req: ContractRequest, _res: ContractResponse, next: Next) => next('route'),
      says('skipped'),
    );
    app.get('/a', says('second'));
    const subject = await serve();
    expect((await ask(subject, 'GET', '/a')).body).toBe('second');
  },
  'a target changed by middleware is routed again': async (app, serve) => {
    app.use((req: ContractRequest, _res: ContractResponse, next: Next) => {
      if (req.url === '/old') req.url = '/new';
      next();
    });
    app.get('/old', says('old'));
    app.get('/new', says('new'));
    const subject = await serve();
    expect((await ask(subject, 'GET', '/old')).body).toBe('new');
  },
};

const errors: Record<string, Case> = {
  'a throw, a rejection and next(error) reach the error handler': async (app, serve) => {
    app.get('/throw', () => {
      throw new Error('thrown');
    });
    app.get('/reject', async () => {
      throw new Error('rejected');
    });
    app.get('/next', (_req: ContractRequest, _res: ContractResponse, next: Next) =>
      next(new Error('passed')),
    );
    app.use(sendError);
    const subject = await serve();
    expect((await ask(subject, 'GET', '/throw')).body).toBe('caught thrown');
    expect((await ask(subject, 'GET', '/reject')).body).toBe('caught rejected');
    expect((await ask(subject, 'GET', '/next')).body).toBe('caught passed');
  },
  'an error skips routes and request layers up to the next error handler': async (app, serve) => {
    app.use(() => {
      throw new Error('early');
    });
    app.get('/a', says('route'));
    app.use(says('middleware'));
    app.use(sendError);
    const subject = await serve();
    expect((await ask(subject, 'GET', '/a')).body).toBe('caught early');
  },
  'an error nothing handles gets a response with its status': async (app, serve) => {
    app.get('/a', (_req: ContractRequest, _res: ContractResponse, next: Next) =>
      next(Object.assign(new Error('gone away'), { status: 410 })),
    );
    const subject = await serve();
    expect((await ask(subject, 'GET', '/a')).status).toBe(410);
  },
  'an error after the response began ends the connection': async (app, serve) => {
    app.get('/a', (_req: ContractRequest, res: ContractResponse) => {
      res.write('half');
      throw new Error('late');
    });
    const subject = await serve();
    expect(await subject.exchange(requestText('GET', '/a'))).toEqual([]);
  },
  'what JSON cannot hold reaches the error handler before anything is sent': async (app, serve) => {
    app.get('/a', (_req: ContractRequest, res: ContractResponse) => res.json({ big: 1n }));
    app.use(sendError);
    const subject = await serve();
    const { status, body } = await ask(subject, 'GET', '/a');
    expect([status, body.startsWith('caught ')]).toEqual([500, true]);
  },
  'a field value with a line break reaches the error handler before anything is sent': async (app, serve) => {
    app.get('/a', (_req: ContractRequest, res: ContractResponse) => res.set('X-A', 'a\r\nX-B: b').send('no'));
    app.use(sendError);
    const subject = await serve();
    const { status, headers } = await ask(subject, 'GET', '/a');
    expect([status, headers['x-b']]).toEqual([500, undefined]);
  },
};

const defaults: Record<string, Case> = {
  'a path with routes for other methods gets 405 with Allow': async (app, serve) => {
    app.get('/a', says('a'));
    app.put('/a', says('a'));
    const { status, headers } = await ask(await serve(), 'POST', '/a');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS, PUT']);
  },
  'OPTIONS tells what a path allows': async (app, serve) => {
    app.get('/a', says('a'));
    const { status, headers } = await ask(await serve(), 'OPTIONS', '/a');
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  },
  'the default responses are problem details or text, as the client accepts': async (app, serve) => {
    app.get('/a', says('a'));
    const subject = await serve();
    const json = await ask(subject, 'GET', '/no', { Accept: 'application/json' });
    const text = await ask(subject, 'GET', '/no', { Accept: 'text/plain' });
    expect(json.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(json.body)).toMatchObject({ status: 404, title: 'Not Found', code: 'ERR_NOT_FOUND' });
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text.body).toMatch(/^404 Not Found\n/);
  },
  'an error of the server shows neither message nor stack': async (app, serve) => {
    app.get('/a', () => {
      throw new Error('password=1234');
    });
    const { status, body } = await ask(await serve(), 'GET', '/a');
    expect([status, body.includes('1234'), body.includes(' at ')]).toEqual([500, false, false]);
  },
};

/** Spellings of paths under /admin, and paths that must not be treated as such (RFC 3986 §6.2.2). */
const SPELLINGS = [
  '/admin/secret.txt',
  '//admin/secret.txt',
  '/admin//secret.txt',
  '/admin%2Fsecret.txt',
  '/admin%2fsecret.txt',
  '/%61dmin/secret.txt',
  '/%61%64%6d%69%6e/secret.txt',
  '/./admin/secret.txt',
  '/x/../admin/secret.txt',
  '/x/%2e%2e/admin/secret.txt',
  '/x/.%2E/admin/secret.txt',
  '/x%2F..%2Fadmin/secret.txt',
  '/%2Fadmin/secret.txt',
  '/ADMIN/secret.txt',
  '/admin;x/secret.txt',
  '/admin%252Fsecret.txt',
  '/admin%5Csecret.txt',
  '/admin\\secret.txt',
  '/admin/secret.txt%00',
  '/admin/./secret.txt',
  '/admin/x/../secret.txt',
  'http://localhost/admin/secret.txt',
  'http://localhost//admin/secret.txt',
  'http://localhost/x/../admin/secret.txt',
];

const canonical: Record<string, Case> = {
  'no spelling of a guarded path reaches a handler past its guard': async (app, serve) => {
    app.use('/admin', (_req: ContractRequest, res: ContractResponse) => res.status(401).send('guarded'));
    app.use((req: ContractRequest, res: ContractResponse) => {
      const { pathname } = req as unknown as { pathname: string };
      const segments = pathname.split('/').map((segment) => decodeURIComponent(segment).toLowerCase());
      res.send(segments[1] === 'admin' && segments.length > 2 ? 'leaked' : 'elsewhere');
    });
    const subject = await serve();
    for (const spelling of SPELLINGS) {
      const { body } = await ask(subject, 'GET', spelling);
      expect([spelling, body]).not.toEqual([spelling, 'leaked']);
    }
    expect((await ask(subject, 'GET', '/%61dmin/secret.txt')).body).toBe('guarded');
  },
  'one route matches every spelling of its path': async (app, serve) => {
    app.get('/é/:x', showsParams);
    const subject = await serve();
    for (const target of ['/%C3%A9/a', '/%c3%a9/%61', '/b/../%C3%A9/./a', 'http://localhost/%C3%A9/a']) {
      expect([target, (await ask(subject, 'GET', target)).body]).toEqual([target, '{"x":"a"}']);
    }
  },
  'a malformed escape gets 400 before any handler runs': async (app, serve) => {
    app.use(says('ran'));
    const subject = await serve();
    for (const target of ['/%', '/%zz', '/a%2', '/%%41']) {
      expect([target, (await ask(subject, 'GET', target)).status]).toEqual([target, 400]);
    }
  },
  'a param that is not UTF-8 gets 400': async (app, serve) => {
    app.get('/:x', showsParams);
    expect((await ask(await serve(), 'GET', '/%FF')).status).toBe(400);
  },
  'OPTIONS * gets a response': async (app, serve) => {
    app.get('/a', says('a'));
    expect((await ask(await serve(), 'OPTIONS', '*')).status).toBe(204);
  },
};

/** The behavior of every application of this project on any server. */
export function runApplicationContract({ name, createApp, start, skip = {} }: ApplicationSubject): void {
  const open: Subject[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((subject) => subject.close()));
  });
  const groups = { routing, middleware, errors, defaults, canonical };
  for (const title of Object.keys(skip)) {
    if (!Object.values(groups).some((cases) => title in cases))
      throw new Error(`no case is titled "${title}"`);
  }
  for (const [group, cases] of Object.entries(groups)) {
    describe(`${name}: ${group}`, () => {
      for (const [title, run] of Object.entries(cases)) {
        const reason = skip[title];
        test(reason === undefined ? title : `${title} (not here: ${reason})`, async ({ skip: leaveOut }) => {
          if (reason !== undefined) leaveOut(reason);
          const app = createApp();
          await run(app, async () => {
            const subject = await start(app);
            open.push(subject);
            return subject;
          });
        });
      }
    });
  }
}
