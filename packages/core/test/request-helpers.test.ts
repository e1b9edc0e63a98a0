import { HttpError } from '@nextpress/semantics/http-error';
import { describe, expect, test, vi } from 'vitest';
import { prepareRequest } from '../src/index.ts';
import { type PatchedRequest, patchedClasses, requestFor } from './patched-server.ts';

describe.each([
  ['prepared', prepareRequest],
  ['not prepared', () => true],
])('a request that is %s', (_, open) => {
  const opened = (url: string, classes = patchedClasses()) => {
    const req = requestFor(url, classes);
    open(req);
    return req;
  };

  test('has the canonical path of its target and the query as sent', () => {
    const req = opened('/a/%2e%2e/%61dmin?x=%31');
    expect([req.pathname, req.search, req.url]).toEqual(['/admin', '?x=%31', '/a/%2e%2e/%61dmin?x=%31']);
    expect(opened('/a').search).toBe('');
    expect(opened('/a?').search).toBe('?');
  });

  test('reads the absolute-form and the asterisk-form', () => {
    const req = opened('http://example.com?x=1');
    expect([req.pathname, req.search, req.query.x]).toEqual(['/', '?x=1', '1']);
    expect(opened('*').pathname).toBe('*');
  });

  test('throws an error of status 400 for a malformed path, and still has its query', () => {
    const req = opened('?a=1');
    for (const _twice of [1, 2]) {
      expect(() => req.pathname).toThrow(HttpError);
      expect(() => req.pathname).toThrow(
        expect.objectContaining({ status: 400, code: 'ERR_REQUEST_TARGET' }),
      );
    }
    expect(req.query.a).toBe('1');
  });

  test('decodes nothing in a segment with a malformed escape', () => {
    expect(opened('/%61/%%61?a=1').pathname).toBe('/a/%%61');
  });

  test('reads any text that is assigned as a path', () => {
    const req = opened('/a');
    expect(req.pathname).toBe('/a');
    req.url = 'b/c?d';
    expect(req.pathname).toBe('b/c');
    req.url = '/\u00e9';
    expect(req.pathname).toBe('/%C3%A9');
  });

  test('reads url again when it changes', () => {
    const req = opened('/a/b?x=1');
    expect([req.pathname, req.query.x]).toEqual(['/a/b', '1']);
    req.url = '/c/../d?x=2';
    expect([req.pathname, req.search, req.query.x]).toEqual(['/d', '?x=2', '2']);
    req.url = '';
    expect(() => req.pathname).toThrow(HttpError);
    req.url = '/a/b?x=1';
    expect([req.pathname, req.query.x]).toEqual(['/a/b', '1']);
  });

  test('parses the query once, and again only when it has changed', () => {
    const queryParser = vi.fn((query: string) => ({ query }));
    const req = opened('/a?x=1', patchedClasses({ queryParser }));
    expect(queryParser).not.toHaveBeenCalled();
    const { query } = req;
    expect(req.query).toBe(query);
    req.url = '/b?x=1';
    expect(req.pathname).toBe('/b');
    expect(req.query).toBe(query);
    req.url = '/b?x=2';
    expect(req.query).toEqual({ query: 'x=2' });
    expect(queryParser.mock.calls).toEqual([['x=1'], ['x=2']]);
  });

  test('calls the query parser with null when there is no query', () => {
    const queryParser = vi.fn(() => ({}));
    const classes = patchedClasses({ queryParser });
    expect(opened('/a', classes).query).toEqual({});
    expect(opened('/a?', classes).query).toEqual({});
    expect(queryParser.mock.calls).toEqual([[null], ['']]);
  });

  test.each(['/a', '/a?', '/a?x=1'])('keeps properties that are added to the query of %s', (url) => {
    const req = opened(url);
    req.query.page ??= '1';
    expect(req.query.page).toBe('1');
    expect(opened(url).query.page).toBeUndefined();
  });

  test('keeps a question mark that belongs to the query', () => {
    expect(opened('/??a=1').query).toEqual({ '?a': '1' });
  });

  test('keeps assigned values of query, search and originalUrl when url changes', () => {
    const req = opened('/a?x=1');
    Object.assign(req, { query: { mine: '1' }, search: '?mine', originalUrl: '/mine' });
    req.url = '/b?x=2';
    expect([req.query, req.search, req.originalUrl]).toEqual([{ mine: '1' }, '?mine', '/mine']);
    expect(req.pathname).toBe('/b');
    req.query = { mine: '2' };
    expect(req.query).toEqual({ mine: '2' });
  });

  test('throws when pathname is assigned', () => {
    const req = opened('/a');
    expect(() => Object.assign(req, { pathname: '/b' })).toThrow(TypeError);
    expect(() => Object.assign(req, { pathname: '/b' })).toThrow(
      /^Cannot assign req\.pathname.*Assign req\.url\.$/,
    );
    expect(req.pathname).toBe('/a');
  });

  test('has a path that is its pathname, or the path as sent when that is malformed', () => {
    expect(opened('/a/../b?x=1').path).toBe('/b');
    expect(opened('/%zz?x=1').path).toBe('/%zz');
    expect(opened('').path).toBe('');
    const req = opened('/a');
    Object.assign(req, { url: undefined });
    expect(req.path).toBe('');
    req.path = '/mine';
    expect(req.path).toBe('/mine');
  });

  test('has no params until they are assigned', () => {
    const req = opened('/a');
    expect(req.params).toEqual({});
    req.params = { id: '2' };
    expect(req.params).toEqual({ id: '2' });
  });

  test('has no body until it is assigned', () => {
    const req = opened('/a');
    expect(req.body).toBeUndefined();
    req.body = 'text';
    expect(req.body).toBe('text');
  });
});

describe('originalUrl', () => {
  test('is the first url when url has changed', () => {
    const req = requestFor('/a/b?x=1');
    prepareRequest(req);
    req.url = '/b?x=1';
    expect(req.pathname).toBe('/b');
    expect(req.originalUrl).toBe('/a/b?x=1');
    prepareRequest(req);
    expect(req.originalUrl).toBe('/a/b?x=1');
  });

  test('is url until the target is first read', () => {
    const req = requestFor('/a');
    expect(req.originalUrl).toBe('/a');
  });
});

describe('an object without url', () => {
  test('gets no properties when helpers are read on a prototype', () => {
    const classes = patchedClasses();
    class Derived extends classes.Request {}
    for (const prototype of [classes.Request.prototype, Derived.prototype] as PatchedRequest[]) {
      const before = Object.getOwnPropertyDescriptors(prototype);
      const { originalUrl, search, query, path, params } = prototype;
      expect([originalUrl, search, query, path, params]).toEqual(['', '', {}, '', {}]);
      expect(() => prototype.pathname).toThrow(HttpError);
      expect(Object.getOwnPropertyDescriptors(prototype)).toEqual(before);
    }
    const req = requestFor('/a?x=1', { ...classes, Request: Derived });
    expect(req.originalUrl).toBe('/a?x=1');
    prepareRequest(req);
    expect([req.originalUrl, req.pathname, req.query]).toEqual(['/a?x=1', '/a', { x: '1' }]);
  });

  test('has no path and no query when url was deleted', () => {
    const req = requestFor('/a?x=1');
    prepareRequest(req);
    Object.assign(req, { url: undefined });
    expect(() => req.pathname).toThrow(HttpError);
    expect([req.originalUrl, req.search, req.query]).toEqual(['/a?x=1', '', {}]);
  });
});

describe('prepareRequest', () => {
  test('returns whether the target is well-formed', () => {
    expect(prepareRequest(requestFor('/a'))).toBe(true);
    expect(prepareRequest(requestFor('/a/%2e%2e'))).toBe(true);
    expect(prepareRequest(requestFor('*'))).toBe(true);
    expect(prepareRequest(requestFor('/%zz'))).toBe(false);
    expect(prepareRequest(requestFor('example.com:443'))).toBe(false);
    expect(prepareRequest(requestFor(''))).toBe(false);
  });

  test('reads a request without url as malformed', () => {
    const req = requestFor('/');
    Object.assign(req, { url: undefined });
    expect(prepareRequest(req)).toBe(false);
  });
});

describe('get and header', () => {
  const req = requestFor('/');
  Object.assign(req.headers, { host: 'example.com', referer: 'http://a/', 'set-cookie': ['a=1'] });

  test('return a header by its case-insensitive name', () => {
    expect([req.get('Host'), req.header('HOST'), req.get('x-none')]).toEqual([
      'example.com',
      'example.com',
      undefined,
    ]);
    expect(req.get('Set-Cookie')).toEqual(['a=1']);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'find no %s that was not sent',
    (name) => {
      expect(req.get(name)).toBeUndefined();
    },
  );

  test('return a header with the name of an inherited property', () => {
    const asked = requestFor('/');
    Object.assign(asked.headers, { constructor: 'sent' });
    expect(asked.get('Constructor')).toBe('sent');
  });

  test('read Referrer and Referer as the same header', () => {
    expect([req.get('Referrer'), req.get('referer')]).toEqual(['http://a/', 'http://a/']);
  });

  test.each([undefined, '', 1, ['host']])('throw for the name %j', (name) => {
    expect(() => req.get(name as never)).toThrow(TypeError);
    expect(() => req.get(name as never)).toThrow(
      /^name (argument is required|must be a string) to req\.get$/,
    );
  });
});
