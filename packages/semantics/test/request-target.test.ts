import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalPathEnd,
  canonicalText,
  malformedPathname,
  parseRequestTarget,
} from '../src/request-target.ts';

const pathnameOf = (target: string): string | undefined => parseRequestTarget(target)?.pathname;

describe('parseRequestTarget', () => {
  test('parses the origin-form', () => {
    expect(parseRequestTarget('/a/b?c=d?e')).toEqual({
      form: 'origin',
      pathname: '/a/b',
      search: '?c=d?e',
      authority: undefined,
      canonical: true,
    });
    expect(parseRequestTarget('/a/../b?')).toEqual({
      form: 'origin',
      pathname: '/b',
      search: '?',
      authority: undefined,
      canonical: false,
    });
  });

  test('parses the absolute-form', () => {
    expect(parseRequestTarget('http://example.com:8080/%61/b?c')).toEqual({
      form: 'absolute',
      pathname: '/a/b',
      search: '?c',
      authority: 'example.com:8080',
      canonical: false,
    });
  });

  test.each([
    ['/a#b', '/a', ''],
    ['/#', '/', ''],
    ['/admin#/../x?y', '/admin', ''],
    ['/a?b#c?d', '/a', '?b'],
  ])('ends the path and the query of %s before the fragment', (target, pathname, search) => {
    expect(parseRequestTarget(target)).toMatchObject({ pathname, search });
  });

  test.each([
    ['http://h', '/', ''],
    ['http://h/', '/', ''],
    ['http://h?', '/', '?'],
    ['http://h?x=/y', '/', '?x=/y'],
    ['HTTPS://[::1]:1/x', '/x', ''],
    ['http://h//x', '//x', ''],
    ['http://h/..', '/', ''],
    ['http://a@b/x', undefined, undefined],
    ['http://a\\b/x', undefined, undefined],
    ['http://a#b', '/', ''],
    ['http://a/b?c#d', '/b', '?c'],
    ['http://a#b?c', '/', ''],
    ['http:///x', undefined, undefined],
    ['http://', undefined, undefined],
    ['http://?x', undefined, undefined],
    ['https:/x', undefined, undefined],
    ['ftp://h/x', undefined, undefined],
  ])('reads the absolute-form %s', (target, pathname, search) => {
    expect(pathnameOf(target)).toBe(pathname);
    expect(parseRequestTarget(target)?.search).toBe(search);
  });

  test('reads the asterisk-form', () => {
    expect(parseRequestTarget('*')).toEqual({
      form: 'asterisk',
      pathname: '*',
      search: '',
      authority: undefined,
      canonical: false,
    });
  });

  test.each(['', 'a', 'a/b', '?x', '*?', '**', 'example.com:443', '//'.slice(2), '\\a', ' /a'])(
    'returns undefined for %j',
    (target) => {
      expect(parseRequestTarget(target)).toBeUndefined();
      expect(canonicalPathEnd(target)).toBe(-1);
    },
  );

  test.each(['/%', '/%2', '/%zz', '/%2g', '/a%?b', '/%%41', '/%u0041', '/%-1'])(
    'returns undefined for the malformed escape in %j',
    (target) => {
      expect(parseRequestTarget(target)).toBeUndefined();
      expect(canonicalPathEnd(target)).toBe(-1);
    },
  );

  test('keeps a malformed escape in the query', () => {
    expect(parseRequestTarget('/a?%zz')).toMatchObject({ pathname: '/a', search: '?%zz' });
    expect(canonicalPathEnd('/a?%zz')).toBe(2);
  });

  test.each([
    // Dot segments, in any encoding.
    ['/.', '/'],
    ['/..', '/'],
    ['/../..', '/'],
    ['/./a', '/a'],
    ['/a/.', '/a/'],
    ['/a/..', '/'],
    ['/a/b/..', '/a/'],
    ['/a/b/../c', '/a/c'],
    ['/a/../../b', '/b'],
    ['/%2e/a', '/a'],
    ['/a/%2E%2e/b', '/b'],
    ['/a/.%2e/b', '/b'],
    ['/a/b/c/./../../g', '/a/g'],
    ['/...', '/...'],
    ['/.a/..b/c.', '/.a/..b/c.'],
    // Empty segments are kept.
    ['//', '//'],
    ['//a', '//a'],
    ['/a//b', '/a//b'],
    ['/a//../b', '/a/b'],
    ['/x/..//a', '//a'],
    ['//..', '/'],
    // Separators and NUL stay escaped, because they are data within a segment.
    ['/a%2fb', '/a%2Fb'],
    ['/a%5cb', '/a%5Cb'],
    ['/a%00b', '/a%00b'],
    ['/a\\b', '/a%5Cb'],
    ['/..%2f..', '/..%2F..'],
    ['/a/..%5c..', '/a/..%5C..'],
    ['/a/%2e%2e%2fb', '/a/..%2Fb'],
    // Escapes of a pchar are decoded, others converted to upper case.
    ['/%61dmin', '/admin'],
    ['/%7Euser', '/~user'],
    ['/%3b%3D%40%3A%24%26%27%28%29%2A%2B%2c%21', "/;=@:$&'()*+,!"],
    ['/%3f%23%5b%5d%20%22%3c%3e%5e%60%7b%7c%7d%25', '/%3F%23%5B%5D%20%22%3C%3E%5E%60%7B%7C%7D%25'],
    ['/%c3%a9', '/%C3%A9'],
    ['/%252e%252e/x', '/%252e%252e/x'],
    ['/%25%32%65', '/%252e'],
    // Raw bytes outside pchar.
    ['/a b"<>^`{|}[]', '/a%20b%22%3C%3E%5E%60%7B%7C%7D%5B%5D'],
    ['/\u00c3\u00a9', '/%C3%A9'],
    ['/\u0001\u007f', '/%01%7F'],
    // Text that the application assigned.
    ['/\u00e9', '/%C3%A9'],
    ['/\u00ff/%ff', '/%C3%BF/%FF'],
    ['/\u0100', '/%C4%80'],
    ['/漢/\u00c3\u00a9', '/%E6%BC%A2/%C3%83%C2%A9'],
    ['/\ud83d', '/%EF%BF%BD'],
    ['/a;x=1/b', '/a;x=1/b'],
  ])('normalizes %j to %j', (target, pathname) => {
    expect(pathnameOf(target)).toBe(pathname);
    expect(pathnameOf(`http://h${target}`)).toBe(pathname);
    expect(parseRequestTarget(target)?.canonical).toBe(target === pathname);
  });
});

describe('the canonical form', () => {
  const byte = fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code));
  const piece = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        '/',
        '.',
        '..',
        '/../',
        '/./',
        '%2e',
        '%2E',
        '%2f',
        '%5C',
        '%00',
        '%25',
        '\\',
        '//',
        ';',
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom('a', 'B', '~', '%61', '%c3%a9', 'é', '@', ':', ' ') },
    { weight: 1, arbitrary: byte.filter((char) => !/[?#]/.test(char)) },
    { weight: 1, arbitrary: byte.map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`) },
  );
  const path = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
  const search = fc.constantFrom('', '?', '?a=1', '?/../%zz', '??');
  const runs = { numRuns: 3000 };

  test('does not change when parsed again, and canonicalPathEnd agrees with parseRequestTarget', () => {
    fc.assert(
      fc.property(path, search, (rawPath, query) => {
        const target = parseRequestTarget(rawPath + query);
        const end = canonicalPathEnd(rawPath + query);
        if (end !== -1) {
          expect(target).toMatchObject({ canonical: true, pathname: (rawPath + query).slice(0, end) });
          expect(target?.search).toBe((rawPath + query).slice(end));
        }
        if (target === undefined) return;
        expect(target.search).toBe(query);
        expect(target.canonical).toBe(target.pathname === rawPath);

        const again = parseRequestTarget(target.pathname + query);
        expect(again).toEqual({ ...target, canonical: true });
        const endOfCanonical = canonicalPathEnd(target.pathname);
        const needsNoScan = !target.pathname.includes('%') && !target.pathname.includes('/.');
        expect(endOfCanonical).toBe(needsNoScan ? target.pathname.length : -1);
      }),
      runs,
    );
  });

  test('has no dot segments, lower-case escapes, escaped pchars or other bytes', () => {
    fc.assert(
      fc.property(path, (rawPath) => {
        const pathname = pathnameOf(rawPath);
        if (pathname === undefined) return;
        expect(pathname).toMatch(/^\/(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*$/);
        expect(pathname).not.toMatch(/(?:^|\/)\.{1,2}(?:\/|$)/);
        for (const [encoded] of pathname.matchAll(/%../g)) {
          expect(String.fromCharCode(Number.parseInt(encoded.slice(1), 16))).not.toMatch(
            /[\w.~!$&'()*+,;=:@-]/,
          );
        }
      }),
      runs,
    );
  });

  test('decodes to the segments of the raw path, with dot segments resolved', () => {
    fc.assert(
      fc.property(path, (rawPath) => {
        const pathname = pathnameOf(rawPath);
        if (pathname === undefined) return;
        expect(pathname.split('/').map(bytes)).toEqual(resolved(bytesOf(rawPath).split('/').map(bytes)));
      }),
      runs,
    );
  });

  test('is the same in absolute-form', () => {
    fc.assert(
      fc.property(path, search, (rawPath, query) => {
        const { pathname, search: raw } = parseRequestTarget(rawPath + query) ?? {};
        const absolute = parseRequestTarget(`http://example.com${rawPath}${query}`);
        expect([absolute?.pathname, absolute?.search]).toEqual([pathname, raw]);
      }),
      runs,
    );
  });

  // URL decodes nothing, reads a backslash as a slash and ends the path at `#`, so the generated paths contain none of these.
  test('agrees with URL on dot segments', () => {
    // No name starts with a dot, because Node 20's URL does not resolve /a/.b/.. correctly.
    const segment = fc.constantFrom('', '', '.', '..', 'a', 'b.c', '%2e', '%2e.', '.%2E');
    const plain = fc.array(segment, { maxLength: 8 });
    fc.assert(
      fc.property(plain, (segments) => {
        const rawPath = `/a/${segments.join('/')}`;
        expect(pathnameOf(rawPath)).toBe(new URL(`http://h${rawPath}`).pathname);
      }),
      runs,
    );
  });

  /** An independent decoder: returns the bytes of a segment as latin1 text. */
  function bytes(segment: string): string {
    return segment.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  /** One character per byte, unless the text is not UTF-8 in that form. */
  function bytesOf(path: string): string {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(path, 'latin1'));
      return path;
    } catch {
      return Buffer.from(path, 'utf8').toString('latin1');
    }
  }

  /** Resolves dot segments (RFC 3986 §5.2.4) in a list of segments, the first of which is empty. */
  function resolved(segments: readonly string[]): string[] {
    const saved: string[] = [];
    for (const segment of segments.slice(1)) {
      if (segment === '..') saved.pop();
      else if (segment !== '.') saved.push(segment);
    }
    const last = segments.at(-1);
    if (last === '.' || last === '..') saved.push('');
    return ['', ...saved];
  }
});

describe('canonicalPathEnd', () => {
  test.each([
    ['/', 1],
    ['/a', 2],
    ['/a/b.c/d..e.', 12],
    ['//a', 3],
    ['/?', 1],
    ['/a?/../%2e', 2],
    ["/-_~!$&'()*+,;=:@0Zz", 20],
    ['/a/.', -1],
    ['/a/..', -1],
    ['/.well-known', -1],
    ['/%41', -1],
    ['/%20', -1],
    ['/a#b', -1],
    ['/a b', -1],
    ['/é', -1],
    ['/\\', -1],
    ['*', -1],
    ['http://h/', -1],
    ['', -1],
  ])('maps %j to %i', (target, end) => {
    expect(canonicalPathEnd(target)).toBe(end);
  });
});

describe('canonicalText', () => {
  test.each([
    ['', ''],
    ['/users', '/users'],
    ['/é', '/%C3%A9'],
    ['/e\u0301', '/e%CC%81'],
    ['/漢字', '/%E6%BC%A2%E5%AD%97'],
    ['/😀', '/%F0%9F%98%80'],
    ['/%c3%a9', '/%C3%A9'],
    ['/%61', '/a'],
    ['/a b', '/a%20b'],
    ['/a?b#c', '/a%3Fb%23c'],
    ['/%2f', '/%2F'],
    ['/a/../b', '/a/../b'],
    ['/%', '/%'],
    ['/100%/%61', '/100%/a'],
    ['/%%61', '/%%61'],
    ['/\ud83d', '/%EF%BF%BD'],
  ])('converts %j to %j', (text, canonical) => {
    expect(canonicalText(text)).toBe(canonical);
  });

  test('returns the same for text and for its percent-encoded form', () => {
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/[/%]|^\.{1,2}$/.test(text));
    fc.assert(
      fc.property(segment, (text) => {
        const canonical = canonicalText(`/${text}`);
        expect(pathnameOf(`/${encodeURIComponent(text)}`)).toBe(canonical);
        const rawBytes = Buffer.from(text).toString('latin1');
        if (!/[?#]/.test(text)) expect(pathnameOf(`/${rawBytes}`)).toBe(canonical);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('malformedPathname', () => {
  test.each([
    ['/%', '/%'],
    ['/%zz?a=%zz', '/%zz'],
    ['/%61dmin/%zz', '/admin/%zz'],
    ['/%%36%31dmin', '/%%36%31dmin'],
    ['/%61dmin%/%2e%2e/b', '/b'],
    ['/a/%zz/../%2E/b', '/a/b'],
    ['/%2e%2e%zz', '/%2e%2e%zz'],
    ['/a%2fb/%', '/a%2Fb/%'],
    ['http://h/%zz', undefined],
    ['a%zz', undefined],
  ])('converts %j to %j', (target, pathname) => {
    expect(malformedPathname(target)).toBe(pathname);
  });

  test('decodes nothing in a segment with a malformed escape', () => {
    const piece = fc.constantFrom('%', '%6', '%61', '%2e', '%2f', '%zz', 'a', 'd', '.', '%%36%31');
    const segment = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(segment, segment, (first, second) => {
        const target = `/x${first}/x${second}`;
        const segments = malformedPathname(target)?.split('/').slice(1);
        const expected = [`x${first}`, `x${second}`].map((each) =>
          /%(?![\da-f]{2})/i.test(each) ? each : parseRequestTarget(`/${each}`)?.pathname.slice(1),
        );
        expect(segments).toEqual(expected);
      }),
    );
  });
});
