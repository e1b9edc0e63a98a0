import fc from 'fast-check';

/** The action of a generated layer after it has been logged. */
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

/** A path. */
export type Path = string | RegExp | readonly Path[];

/** One call that builds an application. */
export type Call =
  | { readonly kind: 'use'; readonly prefix: Path; readonly does: Behaviour }
  | { readonly kind: 'catch'; readonly prefix: Path; readonly does: Behaviour }
  | { readonly kind: 'param'; readonly name: string; readonly does: Behaviour }
  | { readonly kind: 'set'; readonly value: number }
  | {
      readonly kind: 'route';
      readonly method: 'get' | 'post' | 'head' | 'all';
      readonly path: Path;
      readonly handlers: readonly { readonly catches: boolean; readonly does: Behaviour }[];
    }
  | {
      readonly kind: 'mount';
      readonly prefix: Path;
      /** An application, or a router with or without `mergeParams`. */
      readonly as: 'application' | 'router' | 'merging';
      readonly calls: readonly Call[];
    };

interface Req {
  url?: string | undefined;
  method?: string | undefined;
  baseUrl: string;
  originalUrl: string;
  params: Record<string, unknown>;
  route?: { path: Path } | undefined;
  app: { get(setting: string): unknown };
}
interface Res {
  end(text: string): unknown;
}
type Next = (error?: unknown) => void;

/** The functions that build a generated application, of Express or of Nextpress. */
export interface Target {
  use(prefix: Path, ...handlers: unknown[]): unknown;
  get(path: Path, ...handlers: unknown[]): unknown;
  post(path: Path, ...handlers: unknown[]): unknown;
  head(path: Path, ...handlers: unknown[]): unknown;
  all(path: Path, ...handlers: unknown[]): unknown;
  param(name: string, callback: unknown): unknown;
  /** Only applications have it. */
  set?(setting: string, value: unknown): unknown;
}

/** Makes a nested application or router. */
export type Nested = (as: 'application' | 'router' | 'merging') => Target;

/** A setting without effect, whose value shows the application of a layer and its inheritance. */
const SETTING = 'anything';

/** Builds the application. Every layer that runs logs its view of the request. */
export function build(
  target: Target,
  nested: Nested,
  calls: readonly Call[],
  log: (line: string) => void,
  path = '',
): void {
  for (const [at, call] of calls.entries()) {
    const id = `${path}${at}`;
    if (call.kind === 'mount') {
      const inner = nested(call.as);
      build(inner, nested, call.calls, log, `${id}.`);
      target.use(call.prefix, inner);
    } else if (call.kind === 'set') target.set?.(SETTING, call.value);
    else if (call.kind === 'param') target.param(call.name, callback(id, call.does, log));
    else if (call.kind === 'route') {
      const handlers = call.handlers.map(({ catches, does }, step) =>
        layer(`${id}/${step}`, catches, does, (line, req) =>
          log(`${line} of ${String(req.route?.path)} in ${req.app.get(SETTING)}`),
        ),
      );
      target[call.method](call.path, ...handlers);
    } else target.use(call.prefix, layer(id, call.kind === 'catch', call.does, log));
  }
}

/** Names a function for the explanation of requests. */
function named(id: string, handler: object): object {
  return Object.defineProperty(handler, 'name', { value: id });
}

/** A param callback that changes the value. */
function callback(id: string, does: Behaviour, log: (line: string) => void): unknown {
  return named(id, (req: Req, res: Res, next: Next, value: unknown, name: string) => {
    const params = JSON.stringify({ ...req.params });
    log(`${id} ${name}=${JSON.stringify(value)} ${req.url} ${req.baseUrl} ${params}`);
    req.params[name] = [id, value];
    return behave(id, does, req, res, next);
  });
}

function layer(
  id: string,
  catches: boolean,
  does: Behaviour,
  log: (line: string, req: Req) => void,
): unknown {
  const run = (req: Req, res: Res, next: Next, error: string): unknown => {
    const params = JSON.stringify({ ...req.params });
    log(`${id} ${req.method} ${req.url} ${req.baseUrl} ${req.originalUrl} ${params} ${error}`, req);
    return behave(id, does, req, res, next);
  };
  return named(
    id,
    catches
      ? (error: Error, req: Req, res: Res, next: Next) => run(req, res, next, error.message)
      : (req: Req, res: Res, next: Next) => run(req, res, next, ''),
  );
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

const prefixPattern = fc.constantFrom(
  '/',
  '/',
  '',
  'a',
  '/a',
  '/a/',
  '/a/b',
  '/A',
  '/:p',
  '/:p/b/',
  '/:p/:p',
  '/a{/:o}',
  '/*p-*o',
);
const prefixRegExp = fc.constantFrom(/^\/[ax]/, /b/, /^\/(?<p>a|x)/i, /^(\/a)(\/b)?/, /(?:)/, /^\/$/);

/** Paths of patterns and regular expressions, alone and in lists. */
function paths(patterns: fc.Arbitrary<string>, regExps: fc.Arbitrary<RegExp>): fc.Arbitrary<Path> {
  return fc.oneof(
    { weight: 8, arbitrary: patterns },
    { weight: 1, arbitrary: regExps },
    { weight: 1, arbitrary: fc.array(patterns, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.tuple(patterns, fc.oneof(fc.constant([]), fc.tuple(regExps, patterns))) },
  );
}

const pattern = fc.constantFrom(
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
  '',
  'a',
  '/:x/:x',
  '/*w-:x',
  '/*w-*y',
  '/a{/:o{/:x}}',
);

const prefixPattern4 = fc.constantFrom(
  '/',
  '/',
  '',
  'a',
  '/a',
  '/a/',
  '/A',
  '/:p',
  '/:p/b/',
  '/a(/b)?',
  '/a(x)?/:o?',
  '/ab?',
  '*',
  '/:p*',
);
const pattern4 = fc.constantFrom(
  ...['/', '/a', '/a/b', '/A/b/', '', 'a', '/:x', '/:x?', '/a/:x', '/a/:x?', '/:x/b', '/:x/:y', '/:x-:y'],
  ...[
    '*',
    '/*',
    '/a*',
    '/a/*',
    '/*/b',
    '/?*',
    '/a(/b)?',
    '/(a|x)',
    '/:x(a|\\d+)',
    '/ab?c',
    '/a+/b',
    '/:w*',
    '/:x.:y?',
  ],
);
const list4 = fc.array(fc.constantFrom<Path>('/', '/a', '/A/b', '/b?', '/a+', [], [[]]), { maxLength: 3 });

const regExp = fc.constantFrom(
  /b$/,
  /^\/(a)(?:\/(?<x>\w+))?\/?$/i,
  /^\/(?!a)([^/]+)/,
  /[()](x)|\(?(b)/,
  /^\/(?<x>.*)$/,
  /a/,
);
/** Canonical targets only: the contract covers others. */
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

const passing = ({ failures, rewrites }: Ingredients): fc.Arbitrary<Behaviour> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<Behaviour>('next', 'next', 'later') },
    { weight: 2, arbitrary: fc.constantFrom<Behaviour>('route', 'router', 'end') },
    { weight: 3, arbitrary: failures },
    { weight: 1, arbitrary: rewrites },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD').map((method) => ({ method })) },
  );

const calling = ({ failures }: Ingredients): fc.Arbitrary<Behaviour> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Behaviour>('next', 'next', 'later') },
    { weight: 1, arbitrary: fc.constantFrom<Behaviour>('route', 'router', 'end') },
    { weight: 1, arbitrary: failures },
  );

interface Ingredients {
  readonly path: fc.Arbitrary<Path>;
  readonly prefix: fc.Arbitrary<Path>;
  /** How a layer fails. */
  readonly failures: fc.Arbitrary<Behaviour>;
  /** Targets that a layer sets. */
  readonly rewrites: fc.Arbitrary<Behaviour>;
}

/** Whole applications: up to eight calls, mounts two deep. */
function applications(ingredients: Ingredients): fc.Arbitrary<readonly Call[]> {
  const { path, prefix } = ingredients;
  const handlers = fc.array(fc.record({ catches: fc.boolean(), does: passing(ingredients) }), {
    minLength: 1,
    maxLength: 3,
  });
  return fc.letrec<{ calls: readonly Call[] }>((tie) => ({
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
        {
          weight: 4,
          arbitrary: fc.record({ kind: fc.constant('use' as const), prefix, does: passing(ingredients) }),
        },
        {
          weight: 2,
          arbitrary: fc.record({ kind: fc.constant('catch' as const), prefix, does: passing(ingredients) }),
        },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('set' as const), value: fc.nat(9) }) },
        {
          weight: 2,
          arbitrary: fc.record({
            kind: fc.constant('param' as const),
            name: fc.constantFrom('x', 'x', 'p', 'o', 'w', 'y'),
            does: calling(ingredients),
          }),
        },
        {
          weight: 3,
          arbitrary: fc.record({
            kind: fc.constant('mount' as const),
            prefix,
            as: fc.constantFrom('application' as const, 'router' as const, 'merging' as const),
            calls: tie('calls'),
          }),
        },
      ),
      { maxLength: 8 },
    ),
  })).calls;
}

export const application: fc.Arbitrary<readonly Call[]> = applications({
  path: paths(pattern, regExp),
  prefix: paths(prefixPattern, prefixRegExp),
  failures: fc.constantFrom('error', 'throw', 'reject'),
  rewrites: target.map((url) => ({ url })),
});

/**
 * Applications of Express 4, which does not handle promises. It makes one regular expression of a list, which matches at the
 * leftmost place instead of by the first path, and joins a target rewritten in a mount without a slash.
 */
export const application4: fc.Arbitrary<readonly Call[]> = applications({
  path: fc.oneof({ weight: 8, arbitrary: pattern4 }, { weight: 1, arbitrary: regExp }, list4),
  prefix: fc.oneof({ weight: 8, arbitrary: prefixPattern4 }, { weight: 1, arbitrary: prefixRegExp }, list4),
  failures: fc.constantFrom('error', 'throw'),
  rewrites: fc.constantFrom('next', 'end'),
});

/** Whether any call registers a param callback. */
export function hasParamCallbacks(calls: readonly Call[]): boolean {
  return calls.some(
    (call) => call.kind === 'param' || (call.kind === 'mount' && hasParamCallbacks(call.calls)),
  );
}

/** Whether a router mounts an application: Express does not restore the messages after it. */
export function mountsInRouter(calls: readonly Call[], isRouter = false): boolean {
  return calls.some(
    (call) =>
      call.kind === 'mount' &&
      ((isRouter && call.as === 'application') || mountsInRouter(call.calls, call.as !== 'application')),
  );
}
