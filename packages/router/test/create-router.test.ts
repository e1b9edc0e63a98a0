import { createMatcher, createRouter, PatternError, type RouterOptions } from '@nextpress/router';
import { describe, expect, test } from 'vitest';

/** A router whose values are its patterns. */
function routerOf(patterns: readonly string[], options?: RouterOptions) {
  const router = createRouter<string>(options);
  for (const pattern of patterns) router.add('GET', pattern, pattern);
  return router;
}

describe('precedence specificity', () => {
  const patterns = [
    '/*',
    '/*all',
    '/:a',
    '/:n(\\d+)',
    '/:a-:b',
    '/v:a',
    '/x',
    '/:a/x',
    '/x/:b',
    '/:a/*rest',
    '/*p/end',
  ];

  test.each([
    ['/x', '/x'],
    ['/7', '/:n(\\d+)'],
    ['/word', '/:a'],
    ['/a-b', '/:a-:b'],
    ['/v2', '/v:a'],
    ['/x/x', '/x/:b'],
    ['/y/x', '/:a/x'],
    ['/y/z', '/:a/*rest'],
    ['/x/y/z', '/:a/*rest'],
    ['//y/end', '/*p/end'],
    ['//y', '/*all'],
    ['/', '/*'],
  ])('find(%s) returns %s in every order of registration', (path, wanted) => {
    expect(routerOf(patterns).find('GET', path)?.value).toBe(wanted);
    expect(routerOf(patterns.toReversed()).find('GET', path)?.value).toBe(wanted);
  });

  test('find tries the next best route when a branch does not match', () => {
    const router = routerOf(['/a/b/c/d', '/a/:x/c/e', '/:y/b/c/:z', '/:p/:q/:r/:s/:t', '/*rest']);
    expect(router.find('GET', '/a/b/c/d')?.value).toBe('/a/b/c/d');
    expect(router.find('GET', '/a/b/c/e')?.params).toEqual({ x: 'b' });
    expect(router.find('GET', '/a/b/c/f')?.params).toEqual({ y: 'a', z: 'f' });
    expect(router.find('GET', '/a/b/c/f/g')?.params).toEqual({ p: 'a', q: 'b', r: 'c', s: 'f', t: 'g' });
    expect(router.find('GET', '/a/b/c/f/g/h')?.params).toEqual({ rest: ['a', 'b', 'c', 'f', 'g', 'h'] });
  });

  test('find prefers a route of the method to one of * with the same pattern', () => {
    const router = createRouter<string>().add('*', '/a/:x', 'any').add('GET', '/a/:y', 'own');
    expect(router.find('GET', '/a/1')).toMatchObject({ value: 'own', params: { y: '1' } });
    expect(router.find('POST', '/a/1')).toMatchObject({ value: 'any', params: { x: '1' } });
  });

  test.each([
    ['/a', '/a'],
    ['/:a', '/:b'],
    ['/:a(\\d+)', '/:b(\\d+)'],
    ['/a{/:b}', '/a/:c?'],
    ['/a', '/a{/b}'],
    ['/*a', '/*b'],
  ])('add refuses %s and %s as duplicates', (first, second) => {
    const router = routerOf([first]);
    expect(() => router.add('GET', second, second)).toThrow(
      expect.objectContaining({ code: 'ERR_DUPLICATE_ROUTE', message: expect.stringContaining(second) }),
    );
    expect(() => router.add('POST', second, second)).not.toThrow();
    expect(router.remove('GET', first)).toBe(true);
    expect(() => router.add('GET', second, second)).not.toThrow();
  });

  test('add adds no route when one of several methods has a duplicate', () => {
    const router = createRouter<string>().add('POST', '/a', 'first');
    expect(() => router.add(['GET', 'POST'], '/a', 'second')).toThrow(PatternError);
    expect(router.routes()).toHaveLength(1);
    expect(() => router.add('GET', '/a', 'third')).not.toThrow();
  });
});

describe('precedence registration', () => {
  const options = { precedence: 'registration' } as const;

  test('find returns the route added first, static or not', () => {
    expect(routerOf(['/:a', '/x'], options).find('GET', '/x')).toMatchObject({
      value: '/:a',
      params: { a: 'x' },
    });
    expect(routerOf(['/x', '/:a'], options).find('GET', '/x')?.value).toBe('/x');
    expect(routerOf(['/*p', '/:a', '/x'], options).find('GET', '/x')?.params).toEqual({ p: ['x'] });
  });

  test('find returns the captures of the best route when others were tried after it', () => {
    const router = routerOf(['/:a/:b', '/x/*rest', '/x/:c'], options);
    expect(router.find('GET', '/x/y')).toMatchObject({ value: '/:a/:b', params: { a: 'x', b: 'y' } });
    expect(routerOf(['/*p/end', '/:a/*q', '/:a/:b'], options).find('GET', '/1/end')?.params).toEqual({
      p: ['1'],
    });
  });

  test('findAll includes duplicates', () => {
    const router = createRouter<number>(options).add('GET', '/:a', 1).add('*', '/:b', 2).add('GET', '/x', 3);
    expect(router.findAll('GET', '/x').map(({ value }) => value)).toEqual([1, 2, 3]);
    expect(router.findAll('PUT', '/x').map(({ value }) => value)).toEqual([2]);
  });
});

describe('methods', () => {
  test('are compared exactly, whatever their names', () => {
    const router = createRouter<string>().add(['constructor', '__proto__', 'M-SEARCH'], '/', 'odd');
    for (const method of ['constructor', '__proto__', 'M-SEARCH'])
      expect(router.find(method, '/')?.value).toBe('odd');
    for (const method of ['GET', 'toString', 'm-search', ''])
      expect(router.find(method, '/')).toBeUndefined();
  });

  test('are listed for a path, including *', () => {
    const router = createRouter<number>()
      .add('GET', '/a/:id', 1)
      .add(['PUT', 'DELETE'], '/a/b', 2)
      .add('*', '/a/*', 3);
    expect(router.methodsFor('/a/b')).toEqual(['PUT', 'DELETE', 'GET', '*']);
    expect(router.methodsFor('/a/c')).toEqual(['GET', '*']);
    expect(router.methodsFor('/b')).toEqual([]);
  });

  test('are listed with their routes, each once', () => {
    const router = createRouter<number>({ decode: () => expect.unreachable() })
      .add('GET', '/:id{/}', 1)
      .add('PUT', '/:id', 2);
    expect(router.routesFor('/%41').map(({ value }) => value)).toEqual([1, 2]);
    router.add('*', '/%41', 3).remove('PUT', '/:id');
    expect(router.routesFor('/%41')).toEqual([
      { method: '*', pattern: '/%41', value: 3 },
      { method: 'GET', pattern: '/:id{/}', value: 1 },
    ]);
    expect(router.routesFor('/')).toEqual([]);
  });

  test('HEAD does not match a GET route', () => {
    expect(routerOf(['/']).find('HEAD', '/')).toBeUndefined();
  });
});

describe('params', () => {
  test('may have any name', () => {
    const names = ['__proto__', 'constructor', 'toString', 'größe', '$', '_'];
    const pattern = `/${names.map((name) => `:${name}`).join('/')}/:"it's \\"quoted\\""`;
    const params = routerOf([pattern]).find('GET', '/0/1/2/3/4/5/6')?.params ?? {};
    expect(Object.keys(params)).toEqual([...names, 'it\'s "quoted"']);
    expect(Object.getOwnPropertyDescriptor(params, '__proto__')?.value).toBe('0');
    expect(Reflect.getPrototypeOf(Reflect.getPrototypeOf(params) ?? {})).toBeNull();
    expect('hasOwnProperty' in params).toBe(false);
  });

  test('are decoded after the match', () => {
    const router = routerOf(['/:a/b', '/f/*p', '/:a.:b/c', '/*']);
    expect(router.find('GET', '/x%2Fy%C3%A9/b')?.params).toEqual({ a: 'x/yé' });
    expect(router.find('GET', '/f/a%2Fb/c%20d')?.params).toEqual({ p: ['a/b', 'c d'] });
    expect(router.find('GET', '/%2E%2E.%61/c')?.params).toEqual({ a: '..', b: 'a' });
    expect(router.find('GET', '/a%20/b/c/d')?.params).toEqual({ 0: 'a /b/c/d' });
    expect(routerOf(['/*"0"']).find('GET', '/a%20/b')?.params).toEqual({ 0: ['a ', 'b'] });
  });

  test('are not decoded when they are not valid UTF-8', () => {
    expect(routerOf(['/:a']).find('GET', '/%FF%zz')?.params).toEqual({ a: '%FF%zz' });
  });

  test('are passed to decode when they contain %, and find throws its errors', () => {
    const decode = (raw: string) => {
      if (raw.includes('%zz')) throw new RangeError(raw);
      return `<${raw}>`;
    };
    const router = routerOf(['/:a/:b'], { decode });
    expect(router.find('GET', '/x/%20')?.params).toEqual({ a: 'x', b: '<%20>' });
    expect(() => router.find('GET', '/x/%zz')).toThrow(RangeError);
  });

  test('are correct when decode calls find', () => {
    const inner = (): unknown => router.find('GET', '/inner-1/inner-2');
    const router = routerOf(['/:a/:b'], {
      decode: (raw) => (raw === '%1' ? String(inner() !== undefined) : raw),
    });
    expect(router.find('GET', '/%1/long-enough')?.params).toEqual({ a: 'true', b: 'long-enough' });
  });

  test('are one frozen empty object for routes without captures', () => {
    const router = routerOf(['/a', '/b']);
    const params = router.find('GET', '/a')?.params;
    expect(params).toBe(router.find('GET', '/b')?.params);
    expect(Object.isFrozen(params)).toBe(true);
  });

  test('are in a new match for each lookup', () => {
    const router = routerOf(['/:a']);
    const first = router.find('GET', '/1');
    expect(router.find('GET', '/2')).not.toBe(first);
    expect(first).toEqual({ value: '/:a', params: { a: '1' }, pattern: '/:a' });
  });

  test('of find are correct after findAll has thrown', () => {
    const router = routerOf(['/:a']);
    expect(() => router.findAll('GET', undefined as never)).toThrow(TypeError);
    expect(router.find('GET', '/1')?.params).toEqual({ a: '1' });
  });

  test('are listed between value and pattern', () => {
    const router = routerOf(['/:a', '/x']);
    expect(Object.entries(router.find('GET', '/x') ?? {})).toEqual([
      ['value', '/x'],
      ['params', {}],
      ['pattern', '/x'],
    ]);
    expect(Object.keys(router.find('GET', '/y') ?? {})).toEqual(['value', 'params', 'pattern']);
  });

  test('of findAll do not change with later lookups', () => {
    const router = routerOf(['/:a', '/x']);
    const all = router.findAll('GET', '/x');
    router.find('GET', '/y');
    expect(all).toEqual([
      { value: '/x', params: {}, pattern: '/x' },
      { value: '/:a', params: { a: 'x' }, pattern: '/:a' },
    ]);
  });

  test('are an empty string for a bare wildcard without text, as in Express 4', () => {
    const router = routerOf(['/files/*', '/:a/x/*/y/*']);
    expect(router.find('GET', '/files/')?.params).toEqual({ 0: '' });
    expect(router.find('GET', '/files/a/b/')?.params).toEqual({ 0: 'a/b/' });
    expect(router.find('GET', '/files')).toBeUndefined();
    expect(router.find('GET', '/1/x/2/y/3/y/')?.params).toEqual({ a: '1', 0: '2/y/3', 1: '' });
  });
});

describe('options', () => {
  test('caseSensitive: false ignores the case of patterns and keeps that of values', () => {
    const patterns = ['/Users/Me', '/Users/:Id/Posts', '/Files/:Name.TXT', '/Docs/*P/End'];
    const router = routerOf(patterns, { caseSensitive: false });
    expect(routerOf(patterns).find('GET', '/users/me')).toBeUndefined();
    expect(router.find('GET', '/uSERS/mE')?.value).toBe('/Users/Me');
    expect(router.find('GET', '/USERS/Ab/POSTS')?.params).toEqual({ Id: 'Ab' });
    expect(router.find('GET', '/files/A.TxT')?.params).toEqual({ Name: 'A' });
    expect(router.find('GET', '/docs/A/b/eND')?.params).toEqual({ P: ['A', 'b'] });
    expect(router.findAll('GET', '/USERS/ME')).toHaveLength(1);
  });

  test('caseSensitive: false ignores the case of ASCII letters only', () => {
    expect(routerOf(['/é'], { caseSensitive: false }).find('GET', '/É')).toBeUndefined();
    expect(routerOf(['/k'], { caseSensitive: false }).find('GET', '/\u212a')).toBeUndefined();
    expect(
      routerOf(['/[{'.replace(/[[{]/g, '\\$&')], { caseSensitive: false }).find('GET', '/[{'),
    ).toBeDefined();
    expect(routerOf(['/@'], { caseSensitive: false }).find('GET', '/`')).toBeUndefined();
  });

  test('strict: false ignores one trailing slash', () => {
    const patterns = ['/', '/a', '/:x/b', '/c/'];
    const strict = routerOf(patterns);
    const loose = routerOf(patterns, { strict: false });
    for (const path of ['/a/', '/1/b/', '/c']) {
      expect(strict.find('GET', path)).toBeUndefined();
      expect(loose.find('GET', path)).toBeDefined();
    }
    for (const path of ['/a//', '/1/b//', '/c//']) expect(loose.find('GET', path)).toBeUndefined();
    expect(() => loose.add('GET', '/a/', '')).toThrow(PatternError);
  });

  test('strict: false keeps the trailing slash in the value of a wildcard', () => {
    expect(routerOf(['/files/*p'], { strict: false }).find('GET', '/files/a/')?.params).toEqual({
      p: ['a', ''],
    });
  });

  test('canonicalize converts literal text', () => {
    const router = routerOf(['/é/:x/\\:'], { canonicalize: encodeURI });
    expect(router.find('GET', '/%C3%A9/1/:')?.params).toEqual({ x: '1' });
    const picky = () => {
      throw new Error('no');
    };
    expect(() => routerOf(['/a'], { canonicalize: picky })).toThrow(PatternError);
  });

  test('createRouter throws an error that names an invalid option', () => {
    expect(() => createRouter({ precedence: 'fastest' as 'specificity' })).toThrow(
      /precedence.*'registration'.*fastest/,
    );
    for (const precedence of [Object.create(null), Symbol('x'), ['registration']]) {
      expect(() => createRouter({ precedence })).toThrow(/`precedence`: expected/);
    }
    for (const options of [null, 'strict', []] as never[]) {
      expect(() => createRouter(options)).toThrow(/`options`: expected an object/);
    }
    expect(() => createRouter({ strict: 1 as unknown as boolean })).toThrow(/strict.*boolean/);
    expect(() => createRouter({ decode: 'x' as unknown as (raw: string) => string })).toThrow(
      /decode.*function/,
    );
  });
});

describe('registration', () => {
  test('is listed in order', () => {
    const router = createRouter<number>().add(['GET', 'PUT'], '/b', 1).add('*', '/a', 2);
    expect(router.routes()).toEqual([
      { method: 'GET', pattern: '/b', value: 1 },
      { method: 'PUT', pattern: '/b', value: 1 },
      { method: '*', pattern: '/a', value: 2 },
    ]);
  });

  test('add takes the pattern of a matcher, whatever its options', () => {
    const router = createRouter<string>({ caseSensitive: false, strict: false })
      .add('GET', createMatcher('/Users/:id', { caseSensitive: false, strict: false }), 'same options')
      .add('GET', createMatcher('/Orders/:id', { end: false }), 'others');
    expect(router.find('GET', '/users/7/')).toMatchObject({ value: 'same options', params: { id: '7' } });
    expect(router.find('GET', '/orders/7/')).toMatchObject({ value: 'others', pattern: '/Orders/:id' });
    expect(router.find('GET', '/orders/7/items')).toBeUndefined();
    expect(router.remove('GET', '/Orders/:id')).toBe(true);
  });

  test('methods with the same routes and others are searched alike', () => {
    const router = createRouter<string>({ precedence: 'registration' })
      .add(['GET', 'HEAD', 'PUT'], '/a/:id', 'all')
      .add(['GET', 'HEAD'], '/:id/b', 'two')
      .add('PUT', '/:id/b', 'put');
    const values = ['GET', 'HEAD', 'PUT', 'POST'].map((method) => router.find(method, '/x/b')?.value);
    expect(values).toEqual(['two', 'two', 'put', undefined]);
    expect(router.methodsFor('/a/b')).toEqual(['GET', 'HEAD', 'PUT']);
    router.remove('HEAD', '/:id/b');
    expect(router.find('HEAD', '/x/b')).toBeUndefined();
    expect(router.find('GET', '/x/b')?.value).toBe('two');
  });

  test('remove and add take effect between lookups', () => {
    const router = routerOf(['/a', '/:x']);
    expect(router.find('GET', '/a')?.value).toBe('/a');
    expect(router.remove('GET', '/a')).toBe(true);
    expect(router.remove('GET', '/a')).toBe(false);
    expect(router.remove('PUT', '/:x')).toBe(false);
    expect(router.find('GET', '/a')?.value).toBe('/:x');
    router.add('GET', '/a', 'again');
    expect(router.find('GET', '/a')?.value).toBe('again');
  });

  test('remove accepts a list of methods', () => {
    const router = createRouter<number>().add(['GET', 'PUT', 'POST'], '/a', 1);
    expect(router.remove(['GET', 'PUT', 'DELETE'], '/a')).toBe(true);
    expect(router.methodsFor('/a')).toEqual(['POST']);
    expect(() => router.add(['GET', 'PUT'], '/a', 2)).not.toThrow();
  });

  test('add and remove throw for invalid methods and patterns', () => {
    const router = createRouter<number>();
    for (const method of [undefined, null, 7, ['GET', 7]] as never[]) {
      expect(() => router.add(method, '/a', 1)).toThrow(/`method`: expected a string/);
      expect(() => router.remove(method, '/a')).toThrow(/`method`: expected a string/);
    }
    expect(() => router.add([], '/a', 1)).toThrow(/got an empty array/);
    expect(() => router.add('GET', undefined as never, 1)).toThrow(/`pattern`: expected a string/);
    expect(router.routes()).toEqual([]);
  });

  test('find returns undefined when the router is empty', () => {
    const router = createRouter();
    expect(router.find('GET', '/')).toBeUndefined();
    expect(router.findAll('GET', '/')).toEqual([]);
    expect(router.methodsFor('/')).toEqual([]);
  });

  test('find returns a match when the value is undefined', () => {
    expect(createRouter<undefined>().add('GET', '/', undefined).find('GET', '/')).toMatchObject({
      value: undefined,
    });
  });
});

test('find distinguishes thousands of routes of one length', () => {
  const paths = Array.from({ length: 3_000 }, (_, i) => `/r/${String(i).padStart(6, '0')}`);
  const router = routerOf([...paths, '/:a/:b']);
  for (const path of paths) expect(router.find('GET', path)?.value).toBe(path);
  expect(router.find('GET', '/r/00300x')?.value).toBe('/:a/:b');
});

test('find compares long literals to their end', () => {
  const long = `/${'abcdefghij'.repeat(5)}`;
  const router = routerOf([`${long}/:a`, `${long}k/:a`, `${long.slice(0, 20)}/:a`]);
  expect(router.find('GET', `${long}/1`)?.value).toBe(`${long}/:a`);
  expect(router.find('GET', `${long}k/1`)?.value).toBe(`${long}k/:a`);
  expect(router.find('GET', `${long.slice(0, 20)}/1`)?.value).toBe(`${long.slice(0, 20)}/:a`);
  for (let i = 1; i < long.length; i++) {
    expect(router.find('GET', `${long.slice(0, i)}#${long.slice(i + 1)}/1`)).toBeUndefined();
  }
});

test('find matches text outside ASCII', () => {
  const chars = ['a', 'z', '\u00ff', '\u0100', 'é', '日', '本', '\uffff'];
  for (const first of chars) {
    const rest = chars.filter((char) => char !== first);
    const router = routerOf([first, ...rest].flatMap((char) => [`/${char}/:x`, `/:x/${char}`, `/${char}`]));
    for (const char of chars) {
      expect(router.find('GET', `/${char}/1`)?.value).toBe(`/${char}/:x`);
      expect(router.find('GET', `/1/${char}`)?.value).toBe(`/:x/${char}`);
      expect(router.find('GET', `/${char}`)?.value).toBe(`/${char}`);
    }
    expect(router.find('GET', '/月/1')).toBeUndefined();
    expect(router.find('GET', '/月')).toBeUndefined();
  }
  const long = '日本語'.repeat(10);
  const nested = routerOf([`/${long}/:x`, `/${long}日/:x`, '/日/:x', '/日本/:x']);
  expect(nested.find('GET', `/${long}/1`)?.value).toBe(`/${long}/:x`);
  expect(nested.find('GET', `/${long}日/1`)?.value).toBe(`/${long}日/:x`);
  expect(nested.find('GET', '/日本/1')?.value).toBe('/日本/:x');
});
