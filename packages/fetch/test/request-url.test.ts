import type { IncomingMessage } from 'node:http';
import { malformedPathname, parseRequestTarget, searchOf } from '@nextpress/semantics/request-target';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { urlOf } from '../src/internal/request-url.ts';

function incoming(host: string | undefined, url: string, encrypted = false): IncomingMessage {
  return { headers: { host }, url, socket: { encrypted } } as unknown as IncomingMessage;
}

const piece = fc.constantFrom(
  '/',
  '.',
  '..',
  '%2e',
  '%2E',
  'a',
  'é',
  '?',
  '[',
  '|',
  '^',
  '`',
  '{',
  '"',
  "'",
  '\\',
  ' ',
  '%',
  '&',
  ';',
  '//',
  ':80',
  '@',
);
const target = fc.array(piece).map((pieces) => `/${pieces.join('')}`);
const hostPiece = fc.constantFrom(
  'a',
  'B',
  '.',
  '-',
  '1',
  '127.0.0.1',
  ':80',
  ':443',
  ':8080',
  'xn--',
  '0x7f',
  '[::1]',
  '_',
  '%41',
);

function canonicalPath(target: string): string | undefined {
  return parseRequestTarget(target)?.pathname ?? malformedPathname(target);
}

describe('urlOf', () => {
  test('has the path that guards check, and the query as in URL', () => {
    fc.assert(
      fc.property(target, (target) => {
        let url: string;
        try {
          url = urlOf(incoming('a', target), false);
        } catch (error) {
          expect(parseRequestTarget(target)).toBe(undefined);
          expect(error).toMatchObject({ status: 400 });
          return;
        }
        const { pathname, search } = new URL(url);
        expect(canonicalPath(pathname)).toBe(canonicalPath(target));
        expect(search).toBe(new URL(`http://a/${searchOf(target)}`).search);
      }),
      { numRuns: caseCount(2_000) },
    );
  });

  test('escapes backslashes, spaces and dots before URL sees them', () => {
    const pathOf = (target: string) => new URL(urlOf(incoming('a', target), false)).pathname;
    expect(pathOf('/a\\..\\admin')).toBe('/a%5C..%5Cadmin');
    expect(pathOf('/admin ')).toBe('/admin%20');
    expect(pathOf('/x/%2e%2e/admin')).toBe('/admin');
    expect(pathOf("/%zz/../a'")).toBe("/a'");
    expect(() => urlOf(incoming('a', '/%zz\\..\\a'), false)).toThrow('The target of the request is invalid.');
  });

  test('has the host as parsed by URL, or throws 400', () => {
    fc.assert(
      fc.property(
        fc.array(hostPiece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
        fc.boolean(),
        (host, isSecure) => {
          const text = `${isSecure ? 'https' : 'http'}://${host}/a`;
          let url: string | undefined;
          try {
            url = urlOf(incoming(host, '/a', isSecure), false);
          } catch (error) {
            expect(error).toMatchObject({ status: 400, code: 'ERR_INVALID_URL' });
          }
          if (url !== undefined) expect(url).toBe(new URL(text).href);
        },
      ),
      { numRuns: caseCount(1_000) },
    );
  });

  test.each([
    '%61dmin.example',
    'admin%2eexample',
    '0x7f.0.0.1',
    '127.1',
    '2130706433',
    '[0:0::1]',
    'a%C2%AD.example',
  ])('refuses the host %s, which URL reads as another one than guards', (host) => {
    for (const request of [incoming(host, '/a'), incoming('a', `http://${host}/a`)])
      expect(() => urlOf(request, false)).toThrow('The host of the request is invalid.');
  });

  test.each([
    ['A.Example:8080', 'http://a.example:8080/a'],
    ['a_b.example.', 'http://a_b.example./a'],
    ['a:80', 'http://a/a'],
    ['[::1]:8080', 'http://[::1]:8080/a'],
    ['xn--bcher-kva.example', 'http://xn--bcher-kva.example/a'],
  ])('takes the host %s', (host, url) => {
    expect(urlOf(incoming(host, '/a'), false)).toBe(url);
  });

  test('has a default host for HTTP/1.0, and accepts absolute targets and *', () => {
    expect(urlOf(incoming(undefined, '/a'), false)).toBe('http://localhost/a');
    expect(urlOf(incoming('a', '*'), false)).toBe('http://a/*');
    expect(urlOf(incoming('a', 'http://b.example/c'), false)).toBe('http://b.example/c');
    expect(() => urlOf(incoming('a', 'nowhere'), false)).toThrow('The target of the request is invalid.');
  });

  test.each(['http://user:secret@b/', 'http://user@b/', 'ftp://b/', 'data:,b'])(
    'rejects the absolute target %s, which is invalid for a Request',
    (target) => {
      expect(() => urlOf(incoming('a', target), false)).toThrow('The target of the request is invalid.');
    },
  );

  test('has the authority of HTTP/2 when there is no host', () => {
    const request = Object.assign(incoming(undefined, '/a'), { authority: 'b.example:81' });
    expect(urlOf(request, false)).toBe('http://b.example:81/a');
    expect(() => urlOf(Object.assign(request, { authority: 'a b' }), false)).toThrow(
      'The host of the request is invalid.',
    );
  });
});
