// Members that Express does not have: an application of Express may use their names for properties of its own.
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  ServerResponse,
} from 'node:http';
import { exchange, listen } from '@nextpress-internal/test-kit';
import theirs from 'express';
import { type Application, createServer, Router as NextpressRouter } from 'nextpress';
import ours from 'nextpress/express';
import { describe, expect, onTestFinished, test } from 'vitest';

type Name = string;

/** Ways to give an object a property of its own. */
const ways: Readonly<Record<string, (target: object, name: Name, value: unknown) => void>> = {
  'an assignment': (target, name, value) => Reflect.set(target, name, value) || fail(name),
  'a strict assignment': (target, name, value) => {
    (target as Record<Name, unknown>)[name] = value;
  },
  defineProperty: (target, name, value) => {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  },
  'a class field': (target, name, value) => {
    class Base {
      constructor() {
        // biome-ignore lint/correctness/noConstructorReturn: a class field is then defined on the object
        return target;
      }
    }
    class Field extends Base {
      [name] = value;
    }
    new Field();
  },
};

function fail(name: Name): never {
  throw new TypeError(`Cannot assign ${name}`);
}

/** The names of an object and its prototypes. */
function namesOf(object: object): Set<Name> {
  const names = new Set<Name>();
  for (let from = object; from !== null; from = Object.getPrototypeOf(from)) {
    for (const name of Object.getOwnPropertyNames(from)) names.add(name);
  }
  return names;
}

/** The names that an object of ours has, and Express's has not. */
function oursOnly(ourObject: object, theirObject: object, ...alsoTheirs: object[]): Name[] {
  const known = new Set([theirObject, ...alsoTheirs].flatMap((object) => [...namesOf(object)]));
  return [...namesOf(ourObject)].filter((name) => !known.has(name)).sort();
}

/** Express's requests get the last one from parseurl. */
const requestNames = oursOnly(ours().request, theirs.request, { _parsedUrl: undefined });
const responseNames = oursOnly(ours().response, theirs.response, ServerResponse.prototype);
const appNames = oursOnly(ours(), theirs());
const routerNames = oursOnly(ours.Router(), theirs.Router());

test('are known', () => {
  expect(requestNames).toEqual(expect.arrayContaining(['pathname', 'search']));
  expect(responseNames).toEqual(expect.arrayContaining(['sse']));
  expect(appNames).toEqual(
    expect.arrayContaining(['addHook', 'close', 'explain', 'prefix', 'register', 'routes']),
  );
  expect(routerNames).toEqual([]);
});

/** The status and the body of a response. */
async function bodyOf(app: unknown, path: string): Promise<string> {
  const { port, close } = await listen(createHttpServer(app as RequestListener));
  onTestFinished(close);
  const [response] = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  return `${response?.status} ${response?.body}`;
}

/** Assigns to each request, and then decides about `/admin`. */
function guarded<App extends Pick<Application, 'use' | 'get'>>(
  app: App,
  change: (req: IncomingMessage, res: ServerResponse) => void,
): App {
  app.use((req, res, next) => {
    change(req, res);
    next();
  });
  app.use('/admin', (_req, res) => void res.status(403).end('no'));
  app.use(
    '/open',
    NextpressRouter().get('/:name', (req, res) => void res.end(`open ${req.params.name} ${req.path}`)),
  );
  app.get('/admin/x', (_req, res) => void res.end('secret'));
  return app;
}

const VALUES = ['/open/x', '/admin/x', undefined, { own: true }];

describe.each(Object.entries(ways))('an application of Express keeps what it sets by %s', (_way, set) => {
  test.each([...requestNames, 'signal'].map((name) => [name]))(
    'as req.%s, and its guards decide as before',
    async (name) => {
      for (const value of VALUES) {
        const seen: unknown[] = [];
        const make = () =>
          guarded(ours() as unknown as Application, (req) => {
            set(req, name, value);
            seen.push(Reflect.get(req, name));
          });
        expect(await bodyOf(make(), '/admin/x')).toBe('403 no');
        expect(await bodyOf(make(), '/open/x')).toBe('200 open x /x');
        expect(seen).toEqual([value, value]);
      }
    },
  );

  test.each(responseNames.map((name) => [name]))('as res.%s', async (name) => {
    const seen: unknown[] = [];
    const app = guarded(ours() as unknown as Application, (_req, res) => {
      set(res, name, 'own');
      seen.push(Reflect.get(res, name));
    });
    expect(await bodyOf(app, '/open/x')).toBe('200 open x /x');
    expect(seen).toEqual(['own']);
  });

  test.each(appNames.map((name) => [name]))('as app.%s', async (name) => {
    for (const value of ['own', undefined, () => 'own']) {
      const app = ours() as unknown as Application;
      set(app, name, value);
      expect(Reflect.get(app, name)).toBe(value);
      expect(
        await bodyOf(
          guarded(app, () => {}),
          '/admin/x',
        ),
      ).toBe('403 no');
      expect(await bodyOf((ours() as unknown as Application).use('/mounted', app), '/mounted/open/x')).toBe(
        '200 open x /x',
      );
    }
  });
});

test.each(requestNames.map((name) => [name]))(
  'an application of Express decides as before when req.%s is assigned and deleted',
  async (name) => {
    const app = guarded(ours() as unknown as Application, (req) => {
      Object.assign(req, { [name]: '/open/x' });
      Reflect.deleteProperty(req, name);
    });
    expect(await bodyOf(app, '/admin/x')).toBe('403 no');
  },
);

describe('an application of createServer()', () => {
  test('refuses to assign req.pathname, which guards may read', async () => {
    const errors: unknown[] = [];
    const app = guarded(createServer({ logError: () => {} }), (req) => {
      try {
        (req as { pathname?: string }).pathname = '/open/x';
      } catch (error) {
        errors.push(error);
      }
    });
    expect(await bodyOf(app, '/admin/x')).toBe('403 no');
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^Cannot assign req.pathname/) }),
    ]);
  });

  test.each(requestNames.concat('signal').map((name) => [name]))(
    'decides as before when req.%s is defined or deleted',
    async (name) => {
      for (const change of [ways.defineProperty, ways['a class field']]) {
        const app = guarded(createServer({ logError: () => {} }), (req) => change?.(req, name, '/open/x'));
        expect(await bodyOf(app, '/admin/x')).toBe('403 no');
      }
      const deleting = guarded(
        createServer({ logError: () => {} }),
        (req) => void Reflect.deleteProperty(req, name),
      );
      expect(await bodyOf(deleting, '/admin/x')).toBe('403 no');
    },
  );
});

test('a router decides by the target when an application of Express has set req.pathname', async () => {
  const app = theirs();
  app.use((req, _res, next) => {
    Object.assign(req, { pathname: '/open' });
    next();
  });
  const router = NextpressRouter();
  router.use('/admin', (_req, res) => void res.status(403).end('no'));
  router.get('/open', (_req, res) => void res.end('open'));
  app.use(router as unknown as theirs.RequestHandler);
  expect(await bodyOf(app, '/admin/x')).toBe('403 no');
});
