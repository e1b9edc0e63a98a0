import fc from 'fast-check';
import type { Addition, Behaviour, Call, Path } from './generated-application.ts';

/** Prefixes that mean the same in both versions of Express. */
const PREFIXES = ['/', '/', '', 'a', '/a', '/a/', '/A', '/:p', '/:p/b/'];
const prefixPattern = fc.constantFrom(...PREFIXES, '/a/b', '/:p/:p', '/a{/:o}', '/*p-*o');
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

const prefixPattern4 = fc.constantFrom(...PREFIXES, '/a(/b)?', '/a(x)?/:o?', '/ab?', '*', '/:p*');
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
/** Lists of Express 4, without named params, which would be duplicate names of groups, or run callbacks twice. */
const list4 = fc.array(
  fc.constantFrom<Path>(
    ...['/', '/a', '/A/b', '/b?', '/a+', '*', '/a*', '/(a|x)', '/a(/b)?', [], [[]]],
    ...[/b$/, /^\/[ax]/, /^\/(?!a)([^/]+)/, /^(\/a)(\/b)?/, /b/i, /(?:)/, /^\/$/],
  ),
  { maxLength: 3 },
);

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

const passing = ({ failures, rewrites, ...rest }: Ingredients): fc.Arbitrary<Behaviour> =>
  fc.oneof(
    ...adding(rest),
    { weight: 8, arbitrary: fc.constantFrom<Behaviour>('next', 'next', 'later') },
    { weight: 2, arbitrary: fc.constantFrom<Behaviour>('route', 'router', 'end') },
    { weight: 3, arbitrary: failures },
    { weight: 1, arbitrary: rewrites },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD').map((method) => ({ method })) },
  );

const calling = ({ failures, ...rest }: Ingredients): fc.Arbitrary<Behaviour> =>
  fc.oneof(
    ...adding(rest),
    { weight: 6, arbitrary: fc.constantFrom<Behaviour>('next', 'next', 'later') },
    { weight: 1, arbitrary: fc.constantFrom<Behaviour>('route', 'router', 'end') },
    { weight: 1, arbitrary: failures },
  );

/** What layers that change the application do, with a weight. */
function adding({ path, prefix, changes = false }: Pick<Ingredients, 'path' | 'prefix' | 'changes'>): {
  weight: number;
  arbitrary: fc.Arbitrary<Addition>;
}[] {
  if (!changes) return [];
  const does = fc.constantFrom<Behaviour>('next', 'next', 'end', 'error');
  const handlers = fc.array(fc.record({ catches: fc.boolean(), does }), { minLength: 1, maxLength: 2 });
  const adds = fc.oneof(
    fc.record({ kind: fc.constantFrom('use' as const, 'catch' as const), prefix, does }),
    fc.record({ kind: fc.constant('param' as const), name: paramName, does }),
    fc.record({ kind: fc.constant('route' as const), method: fc.constant('get' as const), path, handlers }),
  );
  return [
    { weight: 6, arbitrary: fc.record({ adds, to: fc.constantFrom('own' as const, 'outermost' as const) }) },
  ];
}

const paramName = fc.constantFrom('x', 'x', 'p', 'o', 'w', 'y');

interface Ingredients {
  readonly path: fc.Arbitrary<Path>;
  readonly prefix: fc.Arbitrary<Path>;
  /** How a layer fails. */
  readonly failures: fc.Arbitrary<Behaviour>;
  /** Targets that a layer sets. */
  readonly rewrites: fc.Arbitrary<Behaviour>;
  /** Whether layers change the application while a request is in flight. */
  readonly changes?: boolean;
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
            name: paramName,
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

const ingredients5: Ingredients = {
  path: paths(pattern, regExp),
  prefix: paths(prefixPattern, prefixRegExp),
  failures: fc.constantFrom('error', 'throw', 'reject'),
  rewrites: target.map((url) => ({ url })),
};

/** Applications of Express 4, which does not handle promises, and joins a target rewritten in a mount without a slash. */
const ingredients4: Ingredients = {
  path: fc.oneof({ weight: 8, arbitrary: pattern4 }, { weight: 1, arbitrary: regExp }, list4),
  prefix: fc.oneof({ weight: 8, arbitrary: prefixPattern4 }, { weight: 1, arbitrary: prefixRegExp }, list4),
  failures: fc.constantFrom('error', 'throw'),
  rewrites: fc.constantFrom('next', 'end'),
};

export const application: fc.Arbitrary<readonly Call[]> = applications(ingredients5);
export const application4: fc.Arbitrary<readonly Call[]> = applications(ingredients4);
/** Applications that change while a request is in flight. */
export const changing: fc.Arbitrary<readonly Call[]> = applications({ ...ingredients5, changes: true });
export const changing4: fc.Arbitrary<readonly Call[]> = applications({ ...ingredients4, changes: true });
