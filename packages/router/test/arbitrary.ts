import fc from 'fast-check';

/** Text that is significant in patterns or paths: few letters, so that collisions are common. */
const literal: fc.Arbitrary<string> = fc
  .array(fc.constantFrom('a', 'b', 'A', '/', '/', '-', '.', '--', 'ab'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));

type Piece = string | { readonly group: readonly Piece[] } | { readonly capture: ':' | '*' };

const capture: fc.Arbitrary<Piece> = fc.constantFrom<Piece>(
  { capture: ':' },
  { capture: ':' },
  { capture: '*' },
);

const { pieces } = fc.letrec<{ pieces: Piece[]; piece: Piece }>((tie) => ({
  pieces: fc.array(tie('piece'), { minLength: 1, maxLength: 5 }),
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: literal, weight: 4 },
    { arbitrary: capture, weight: 4 },
    { arbitrary: fc.constant<Piece>('/'), weight: 3 },
    { arbitrary: tie('pieces').map((group): Piece => ({ group })), weight: 1 },
  ),
}));

/** Patterns in Express 5's syntax; not all of them are valid. */
export const pattern: fc.Arbitrary<string> = pieces.map((list) => {
  let names = 0;
  const write = (piece: Piece): string => {
    if (typeof piece === 'string') return piece;
    if ('group' in piece) return `{${piece.group.map(write).join('')}}`;
    return `${piece.capture}"p${names++}"`;
  };
  return `/${list.map(write).join('')}`;
});

/** Marks that follow a parameter: constraints and Express 4's optional ones. */
const mark = fc.constantFrom('', '', '', '(\\d+)', '([ab]+)', '(a-b|x)', '(\\w+)', '([^.]+)', '?', '(a)?');

/** Including syntax that path-to-regexp lacks: constraints, optional parameters and unnamed wildcards. */
export const richPattern: fc.Arbitrary<string> = fc
  .tuple(pattern, fc.array(fc.tuple(mark, fc.boolean()), { minLength: 5, maxLength: 5 }))
  .map(([plain, marks]) => {
    let index = 0;
    return plain.replace(/([:*])"p\d+"/g, (capture, kind) => {
      const [after = '', isBare = false] = marks[index++ % marks.length] ?? [];
      if (kind === ':') return capture + after;
      return isBare ? '*' : capture;
    });
  });

/** Paths made of the same text. */
export const path: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom('a', 'b', 'A', 'B', '/', '/', '/', '-', '--', '.', 'ab', '/a', '/b', 'x', '1', '%41'),
    {
      maxLength: 9,
    },
  )
  .map((parts) => `/${parts.join('')}`);

/** Patterns in Express 5's syntax that may begin with anything, repeat names, and have several wildcards in a segment. */
export const loosePattern: fc.Arbitrary<string> = fc
  .tuple(
    pattern,
    fc.boolean(),
    fc.constantFrom('p0', 'p1', 'p9'),
    fc.constantFrom('', '', '\\:', '\\*', 'é', '%41'),
  )
  .map(([text, keepsSlash, name, ending]) => {
    const repeated = text.replaceAll('"p2"', `"${name}"`);
    return (keepsSlash ? repeated : repeated.slice(1)) + ending;
  });

const text4 = fc.constantFrom('a', 'b', 'A', '-', '.', 'ab', '/a', '/b', 'x', '\\.');
const parameter4 = fc
  .tuple(
    fc.constantFrom('/', '/', '/', '.', '-', ''),
    fc.constantFrom('p', 'q', 'r', 'p'),
    fc.constantFrom(
      '',
      '',
      '',
      '(\\d+)',
      '(a|ab)',
      '([ab]+)',
      '(.*)',
      '(a*)',
      '(\\d*)',
      '(a*b*)',
      '([^-]+)',
      '(a(b))',
      '((?!a)\\w+)',
    ),
    fc.constantFrom('', '', '', '?', '*', '+'),
  )
  .map((parts) => parts.join('').replace(/^([^:]*)([pqr])/, '$1:$2'));
const mark4 = fc.constantFrom(
  '*',
  '/*',
  '?',
  '+',
  '(a|b)',
  '/(a|b)',
  '(/x)?',
  '(?:a)',
  '(?!b)',
  '[ab]',
  '(.*)',
  '{2}',
  '(-a)*',
  '/',
);

/** Patterns as Express 4's applications have them; not all of them are valid. */
export const pattern4: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: text4, weight: 4 },
      { arbitrary: parameter4, weight: 4 },
      { arbitrary: mark4, weight: 3 },
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .chain((parts) => fc.constantFrom(`/${parts.join('')}`, parts.join('')));
