import type { Listening } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer, type Request, Router, type Scope } from '../../src/index.ts';
import { hosts } from './application-kinds.ts';

interface User {
  readonly name: string;
}

let listening: Listening | undefined;
afterEach(() => listening?.close());

const text = async (path: string): Promise<string> => (await fetch(`${listening?.url}${path}`)).text();

describe.each(hosts)('%s', (_, make, start) => {
  const serve = async (build: (app: Application) => void): Promise<void> => {
    const app = make();
    build(app);
    app.setErrorHandler((error, _req, res, _next) => void res.status(500).send((error as Error).message));
    listening = await start(app);
  };

  test('a property has its default until a hook, middleware or a handler of the scope assigns it', async () => {
    await serve((app) => {
      app.register(
        (scope) => {
          const account = scope.decorateRequest('user', null as User | null);
          account.addHook('onRequest', async (req) => {
            if (req.query.user !== undefined) req.user = { name: String(req.query.user) };
          });
          account.use((req, _res, next) => {
            if (req.query.upper !== undefined && req.user !== null) {
              req.user = { name: req.user.name.toUpperCase() };
            }
            next();
          });
          account.get('/', (req, res) => res.json(req.user));
          account.register(
            (inner) =>
              void inner.get('/inner', (req, res) => res.json((req as Request & { user: unknown }).user)),
          );
          account.use(
            '/router',
            Router().get('/x', (req, res) => res.json((req as Request & { user: unknown }).user)),
          );
        },
        { prefix: '/account', name: 'auth' },
      );
    });
    expect(await text('/account')).toBe('null');
    expect(await text('/account?user=ada')).toBe('{"name":"ada"}');
    expect(await text('/account?user=ada&upper')).toBe('{"name":"ADA"}');
    expect(await text('/account/inner?user=ada')).toBe('{"name":"ada"}');
    expect(await text('/account/router/x?user=ada')).toBe('{"name":"ada"}');
    expect(await text('/account')).toBe('null');
  });

  test('a property throws outside its scope, both when it is read and when it is assigned', async () => {
    const read = (req: Request): unknown => (req as Request & { user: unknown }).user;
    await serve((app) => {
      app.register((scope) => void scope.decorateRequest('user', null), { prefix: '/account', name: 'auth' });
      app.register(
        (scope) => {
          scope.decorateResponse('render2', 1);
          scope.get('/read', (req, res) => res.json(read(req)));
        },
        { prefix: '/other', name: 'other' },
      );
      app.get('/read', (req, res) => res.json(read(req)));
      app.get('/write', (req, res) => {
        Object.assign(req, { user: 1 });
        res.end();
      });
      app.get('/response', (_req, res) => res.json((res as unknown as { render2: unknown }).render2));
    });
    const problem =
      'req.user is not available here: expected a request in scope "auth" (/account), got one in scope';
    expect(await text('/read')).toBe(`${problem} "root"`);
    expect(await text('/write')).toBe(`${problem} "root"`);
    expect(await text('/other/read')).toBe(`${problem} "other" (/other)`);
    expect(await text('/response')).toBe(
      'res.render2 is not available here: expected a response in scope "other" (/other), got one in scope "root"',
    );
  });

  test('sibling scopes have properties of the same name with their own defaults', async () => {
    await serve((app) => {
      for (const name of ['one', 'two']) {
        app.register(
          (scope) => {
            scope.decorateRequest('tenant', name).get('/', (req, res) => res.send(req.tenant));
          },
          { prefix: `/${name}`, name },
        );
      }
    });
    expect(await text('/one')).toBe('one');
    expect(await text('/two')).toBe('two');
  });

  test('functions are methods of the response, in the whole application when it declares them', async () => {
    await serve((app) => {
      const greeting = app.decorateResponse(
        'greet',
        function greet(this: { send(body: string): unknown }, name: string) {
          this.send(`Hello ${name}`);
        },
      );
      greeting.get('/', (_req, res) => res.greet('Ada'));
      app.register((scope) => {
        scope.get('/scope', (_req, res) => (res as unknown as { greet(name: string): void }).greet('Bob'));
      });
    });
    expect(await text('/')).toBe('Hello Ada');
    expect(await text('/scope')).toBe('Hello Bob');
  });

  test('a property is available in an application mounted in the scope, but not in one outside it', async () => {
    await serve((app) => {
      const inner = (): Application =>
        createServer().get('/', (req, res) => {
          try {
            res.send(String((req as Request & { user: unknown }).user));
          } catch (error) {
            res.send((error as Error).message);
          }
        });
      app.register(
        (scope) => {
          scope.decorateRequest('user', 'default');
          scope.use('/inner', inner());
        },
        { prefix: '/account', name: 'auth' },
      );
      app.use('/inner', inner());
    });
    expect(await text('/account/inner')).toBe('default');
    expect(await text('/inner')).toContain('req.user is not available here');
  });
});

describe('decorateRequest', () => {
  const declare = (build: (scope: Scope) => void) => () =>
    createServer().register(build, { name: 'x', prefix: '/x' });

  test.each<[string, (scope: Scope) => void, string]>([
    [
      'an object as the default',
      (scope) => scope.decorateRequest('user', {}),
      "Invalid default in decorateRequest('user'): expected a primitive value, null, undefined or a function, got an object",
    ],
    ['an empty name', (scope) => scope.decorateRequest('', 1), 'Invalid name in decorateRequest()'],
    [
      'the name of a method',
      (scope) => scope.decorateResponse('json', 1),
      'Duplicate decorateResponse(\'json\') in scope "x" (/x): expected a new name, got the name of an existing property',
    ],
    [
      'the name of a property that requests get later',
      (scope) => scope.decorateRequest('url', 1),
      'of an existing property',
    ],
    [
      'a name for the second time',
      (scope) => scope.decorateRequest('a', 1).decorateRequest('a', 1),
      'got the name of a property of scope "x" (/x)',
    ],
    [
      'a name that a nested scope has declared',
      (scope) => {
        scope.register((inner) => void inner.decorateRequest('a', 1), { name: 'inner' });
        scope.decorateRequest('a', 1);
      },
      'got the name of a property of scope "inner" (/x)',
    ],
    [
      'a name that an enclosing scope has declared',
      (scope) => {
        scope.decorateRequest('a', 1);
        scope.register((inner) => void inner.decorateRequest('a', 1), { name: 'inner' });
      },
      'got the name of a property of scope "x" (/x)',
    ],
  ])('throws for %s', (_, build, message) => {
    expect(declare(build)).toThrow(message);
  });

  test('accepts a name of a request property for responses, and the same name for both', () => {
    expect(
      declare((scope) => {
        scope.decorateRequest('user', 1);
        scope.decorateResponse('user', 1);
        scope.decorateResponse('url', 1);
      }),
    ).not.toThrow();
  });

  test('is undone when the application is reset', () => {
    const app = createServer();
    app.decorateRequest('user', 1);
    app.init();
    expect(() => app.decorateRequest('user', 2)).not.toThrow();
  });
});
