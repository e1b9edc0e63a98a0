import express from 'express';
import fc from 'fast-check';
import type { Application, Request, RequestHandler, Router, Scope } from '../../src/index.ts';
import { logOf, trace } from '../scopes/trace.ts';

/** What a handler does after it has been recorded. */
type Action = 'respond' | 'next' | 'later' | 'route' | 'router' | 'fail' | 'move';

interface Route {
  readonly kind: 'route';
  readonly method: 'get' | 'post' | 'all';
  readonly path: number;
  readonly action: Action;
}

interface Mount {
  /** A function with a path stands for a file server. */
  readonly kind: 'router' | 'application' | 'function' | 'express';
  readonly prefix: number;
  readonly path: number;
  readonly action: Action;
}

interface Inner {
  readonly kind: 'scope';
  readonly prefix: number;
  readonly isAsync: boolean;
  readonly hasLateHooks: boolean;
  readonly items: readonly Item[];
}

/** Changes the target of a request, once, in middleware, in a hook, in a param callback, or in an error handler that then continues. */
interface Mover {
  readonly kind: 'mover';
  readonly where: 'use' | 'onRequest' | 'preHandler' | 'param' | 'error' | 'recover' | 'method';
}

type Item = Route | Mount | Inner | Mover;

/** An application with scopes, and the targets to request. */
export interface GuardedApplication {
  readonly items: readonly Item[];
  readonly requests: readonly string[];
  /** The target that handlers assign to `req.url`. */
  readonly moved: string;
}

/** Paths and prefixes in the syntax of both versions of Express. An index chooses one. */
const PATHS = {
  5: [
    '/',
    '/a',
    '/b',
    '/:id',
    '/*rest',
    '{/o}',
    '/a/b',
    'a',
    '/A/',
    '/:x/b',
    '{*rest}',
    '/a{/b}',
    ['/a', '/b'],
    '/%61',
    '/*rest/b',
  ],
  4: [
    '/',
    '/a',
    '/b',
    '/:id',
    '/*',
    '/:o?',
    '/a/b',
    'a',
    '/A/',
    '/:x/b',
    '*',
    '/a(/b)?',
    ['/a', '/b'],
    '/%61',
    '/(a|b)',
  ],
} as const;
const PREFIXES = {
  5: [
    undefined,
    undefined,
    '/',
    '/a',
    '/A',
    '/b',
    '/:p',
    '/a/b',
    '/%61',
    '/a{/b}',
    '/caf%C3%A9',
    '/a-:x',
    '/a/../b',
  ],
  4: [undefined, undefined, '/', '/a', '/A', '/b', '/:p', '/a/b', '/%61', '/a(/b)?', '/:p?', '/a*', '/(a|b)'],
} as const;

const segment = fc.constantFrom(
  'a',
  'b',
  'A',
  '%61',
  'b.c',
  'o',
  '7',
  'caf%C3%A9',
  'a-7',
  '',
  '..',
  '%2e%2e',
  'a%2Fb',
  '%ff',
  'aa',
);
const target = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
const action = fc.constantFrom<Action>(
  'respond',
  'respond',
  'respond',
  'next',
  'later',
  'route',
  'router',
  'fail',
  'move',
);
const place = { path: fc.nat(14), action };

const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('route' as const),
        method: fc.constantFrom('get', 'post', 'all'),
        ...place,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'router' as const,
          'application' as const,
          'function' as const,
          'express' as const,
        ),
        prefix: fc.nat(12),
        ...place,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record<Mover>({
        kind: fc.constant('mover'),
        where: fc.constantFrom('use', 'onRequest', 'preHandler', 'param', 'error', 'recover', 'method'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('scope' as const),
        prefix: fc.nat(12),
        isAsync: fc.boolean(),
        hasLateHooks: fc.boolean(),
        items: fc.array(tie('item'), { maxLength: 4 }),
      }),
    },
  ),
}));

export const guardedApplication: fc.Arbitrary<GuardedApplication> = fc.record({
  items: fc.array(item, { maxLength: 5 }),
  requests: fc.array(
    fc.tuple(fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS'), target).map((parts) => parts.join(' ')),
    { minLength: 8, maxLength: 8 },
  ),
  moved: target,
});

/** Makes the applications and the routers of one kind. */
export interface Kind {
  readonly create: () => Application;
  readonly createRouter: () => Router;
  readonly syntax: 4 | 5;
}

/** Builds an application in which each function of a scope records the scope, and each handler all scopes around it. */
export function buildGuarded({ items, moved }: GuardedApplication, kind: Kind): Application {
  const { create, createRouter, syntax } = kind;
  const [paths, prefixes] = [PATHS[syntax], PREFIXES[syntax]];
  let scopes = 0;

  const handler =
    (name: string, chosen: Action, what = 'handler'): RequestHandler =>
    (req, res, next) => {
      const log = logOf(req);
      log.push(`${what} ${name}`);
      if (chosen === 'respond') res.json(log);
      else if (chosen === 'fail') throw new Error('failed');
      else if (chosen === 'later') setImmediate(next);
      else if (chosen !== 'move') next(chosen === 'next' ? undefined : chosen);
      else {
        move(req);
        next();
      }
    };
  const addGuards = (scope: Scope, name: string, hooks: readonly ('onRequest' | 'preHandler')[]): void => {
    for (const hook of hooks) scope.addHook(hook, trace(`${hook} ${name}`));
  };
  const move = (req: Request): void => {
    const log = logOf(req);
    if (!log.includes('moved')) req.url = moved;
    log.push('moved');
  };
  const addMover = (scope: Scope, { where }: Mover): void => {
    const moveOn: RequestHandler = (req, _res, next) => {
      move(req);
      next();
    };
    if (where === 'use') scope.use(moveOn);
    else if (where === 'onRequest' || where === 'preHandler') scope.addHook(where, moveOn);
    else if (where === 'param') {
      scope.param('id', (req, _res, next) => {
        move(req);
        next();
      });
    } else if (where === 'method') {
      scope.use((req, _res, next) => {
        logOf(req).push('moved');
        req.method = req.method === 'GET' ? 'POST' : 'GET';
        next();
      });
    } else {
      scope.use((error: unknown, req: Request, _res: unknown, next: (error?: unknown) => void) => {
        if (where === 'error') move(req);
        else logOf(req).push('moved');
        next(where === 'error' ? error : undefined);
      });
    }
  };
  const add = (scope: Scope, name: string, each: Item): void => {
    if (each.kind === 'mover') {
      addMover(scope, each);
      return;
    }
    if (each.kind === 'scope') {
      const prefix = prefixes[each.prefix];
      const plugin = (inner: Scope): void => fill(inner, `${name}.${++scopes}`, each);
      const loaded = each.isAsync ? async (inner: Scope): Promise<void> => plugin(inner) : plugin;
      scope.register(loaded, prefix === undefined ? {} : { prefix });
      return;
    }
    const path = paths[each.path] as string;
    if (each.kind === 'route') {
      scope[each.method](path, handler(name, each.action));
      return;
    }
    const handle = handler(name, each.action);
    const prefix = prefixes[each.prefix] ?? '/';
    if (each.kind === 'function') scope.use(prefix, handler(name, each.action, 'function'));
    else if (each.kind === 'express')
      scope.use(prefix, express.Router().all('/:x', handle as never) as never);
    else {
      const mounted = each.kind === 'router' ? createRouter() : create();
      scope.use(prefix, mounted.all(path, handle) as never);
    }
  };
  const fill = (scope: Scope, name: string, inner: Pick<Inner, 'items' | 'hasLateHooks'>): void => {
    if (!inner.hasLateHooks) addGuards(scope, name, ['onRequest', 'preHandler']);
    scope.use(trace(`middleware ${name}`));
    for (const each of inner.items) add(scope, name, each);
    if (inner.hasLateHooks) addGuards(scope, name, ['onRequest', 'preHandler']);
  };

  const app = create();
  fill(app, '0', { items, hasLateHooks: false });
  return app;
}

/** The scopes of a recorded request that are not around its innermost one: without a change of the path there are none. */
export function otherScopes(log: readonly string[]): string[] {
  if (log.includes('moved')) return [];
  const names = log.map((entry) => entry.slice(entry.lastIndexOf(' ') + 1));
  const innermost = names.reduce((one, other) => (other.length > one.length ? other : one), '0');
  return names.filter((name) => !`${innermost}.`.startsWith(`${name}.`));
}

/** What a recorded request has passed: a handler of a scope without a guard of the scope, or of one around it. */
export function passedGuards(log: readonly string[]): string[] {
  return log.flatMap((entry, at) => {
    const [what, name] = entry.split(' ');
    if (name === undefined || (what !== 'handler' && what !== 'function')) return [];
    const before = log.slice(0, at);
    // Middleware is in the order of registration, and a request whose path has changed continues after it.
    const kinds = before.includes('moved') ? ['onRequest'] : ['onRequest', 'middleware'];
    const lineage = name.split('.').map((_, depth, names) => names.slice(0, depth + 1).join('.'));
    const sinceHandler = before.slice(before.findLastIndex((other) => other.startsWith('handler')) + 1);
    return lineage.flatMap((scope) => [
      ...kinds.map((each) => `${each} ${scope}`).filter((guard) => !before.includes(guard)),
      // Functions of use() are not routes.
      ...[`preHandler ${scope}`].filter((guard) => what === 'handler' && !sinceHandler.includes(guard)),
    ]);
  });
}
