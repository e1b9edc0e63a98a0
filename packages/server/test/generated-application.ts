import fc from 'fast-check';

/** What a generated layer does once it has been logged. */
export type Behaviour =
  | 'next'
  | 'later'
  | 'end'
  | 'route'
  | 'router'
  | 'error'
  | 'throw'
  | 'reject'
  | { readonly url: string }
  | { readonly method: string };

/** One call that builds an application. */
export type Call =
  | { readonly kind: 'use'; readonly prefix: string; readonly does: Behaviour }
  | { readonly kind: 'catch'; readonly prefix: string; readonly does: Behaviour }
  | {
      readonly kind: 'route';
      readonly method: 'get' | 'post' | 'head' | 'all';
      readonly path: string;
      readonly handlers: readonly { readonly catches: boolean; readonly does: Behaviour }[];
    }
  | { readonly kind: 'mount'; readonly prefix: string; readonly calls: readonly Call[] };

interface Req {
  url?: string | undefined;
  method?: string | undefined;
  baseUrl: string;
  originalUrl: string;
  params: object;
}
interface Res {
  end(text: string): unknown;
}
type Next = (error?: unknown) => void;

/** What a generated application is built on: Express's router or Nextpress's application. */
export interface Target {
  use(prefix: string, handler: unknown): unknown;
  get(path: string, ...handlers: unknown[]): unknown;
  post(path: string, ...handlers: unknown[]): unknown;
  head(path: string, ...handlers: unknown[]): unknown;
  all(path: string, ...handlers: unknown[]): unknown;
}

/** Builds the application; every layer that runs tells `log` what it sees. */
export function build(
  target: Target,
  nested: () => Target,
  calls: readonly Call[],
  log: (line: string) => void,
  path = '',
): void {
  for (const [at, call] of calls.entries()) {
    const id = `${path}${at}`;
    if (call.kind === 'mount') {
      const inner = nested();
      build(inner, nested, call.calls, log, `${id}.`);
      target.use(call.prefix, inner);
    } else if (call.kind === 'route') {
      const handlers = call.handlers.map(({ catches, does }, step) =>
        layer(`${id}/${step}`, catches, does, log),
      );
      target[call.method](call.path, ...handlers);
    } else target.use(call.prefix, layer(id, call.kind === 'catch', call.does, log));
  }
}

function layer(id: string, catches: boolean, does: Behaviour, log: (line: string) => void): unknown {
  const run = (req: Req, res: Res, next: Next, error: string): unknown => {
    const params = JSON.stringify({ ...req.params });
    log(`${id} ${req.method} ${req.url} ${req.baseUrl} ${req.originalUrl} ${params} ${error}`);
    return behave(id, does, req, res, next);
  };
  return catches
    ? (error: Error, req: Req, res: Res, next: Next) => run(req, res, next, error.message)
    : (req: Req, res: Res, next: Next) => run(req, res, next, '');
}

function behave(id: string, does: Behaviour, req: Req, res: Res, next: Next): unknown {
  if (typeof does === 'object') {
    Object.assign(req, does);
    return next();
  }
  if (does === 'end') return res.end(`ended by ${id}`);
  if (does === 'later') return void setImmediate(next);
  if (does === 'error') return next(new Error(id));
  if (does === 'reject') return Promise.reject(new Error(id));
  if (does === 'throw') throw new Error(id);
  return does === 'next' ? next() : next(does);
}

const prefix = fc.constantFrom('/', '/', '/a', '/a/', '/a/b', '/A', '/:p', '/:p/b/', '/a{/:o}');
const path = fc.constantFrom(
  '/',
  '/a',
  '/a/b',
  '/A/b/',
  '/:x',
  '/a/:x',
  '/:x/b',
  '/:x/:y',
  '/*w',
  '/a/*w',
  '/a{/:o}',
  '/a-:x',
  '/{*w}',
);

/** Targets that are canonical as they stand; what differs in reading others is the contract's matter. */
export const target: fc.Arbitrary<string> = fc.constantFrom(
  '/',
  '/a',
  '/a/',
  '/a/b',
  '/A/B',
  '/a/b/c',
  '/a/b/',
  '/b',
  '/x/b',
  '/a-1',
  '/a?q=1',
  '/a/b/?q=/a',
  '/x?y',
  '/a%20b/b',
);

const passing: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Behaviour>('next', 'next', 'later') },
  { weight: 2, arbitrary: fc.constantFrom<Behaviour>('route', 'router', 'end') },
  { weight: 3, arbitrary: fc.constantFrom<Behaviour>('error', 'throw', 'reject') },
  { weight: 1, arbitrary: target.map((url) => ({ url })) },
  { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD').map((method) => ({ method })) },
);

const handlers = fc.array(fc.record({ catches: fc.boolean().map((coin) => coin), does: passing }), {
  minLength: 1,
  maxLength: 3,
});

/** Whole applications: up to eight calls, mounts two deep. */
export const application: fc.Arbitrary<readonly Call[]> = fc.letrec<{ calls: readonly Call[] }>((tie) => ({
  calls: fc.array(
    fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 2 },
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('route' as const),
          method: fc.constantFrom(
            'get' as const,
            'get' as const,
            'post' as const,
            'head' as const,
            'all' as const,
          ),
          path,
          handlers,
        }),
      },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('use' as const), prefix, does: passing }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('catch' as const), prefix, does: passing }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('mount' as const), prefix, calls: tie('calls') }),
      },
    ),
    { maxLength: 8 },
  ),
})).calls;
