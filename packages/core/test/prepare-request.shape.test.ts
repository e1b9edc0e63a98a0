import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { defaultSettings, prepareRequest } from '../src/index.ts';
import { type PatchedRequest, patchedClasses, requestFor, responseFor } from './patched-server.ts';

const classes = patchedClasses();
const prepared = (url: string): PatchedRequest => {
  const req = requestFor(url, classes);
  prepareRequest(req);
  return req;
};

test('prepared requests have one shape', () => {
  const plain = prepared('/a');
  for (const url of ['/a?x=1', '/a/../b', '/%zz', '*', 'http://example.com/', `/${'a'.repeat(1000)}`]) {
    expect(sameShape(plain, prepared(url)), url).toBe(true);
  }
});

test.each([
  [false, ['originalUrl', 'params', 'res'], []],
  [true, ['originalUrl', 'params', 'res', '_parsedUrl'], ['locals']],
])(
  'prepareRequest() defines own properties at the cost of assignments (mimicsMessages: %s)',
  (mimicsMessages, ofRequest, ofResponse) => {
    const settings = defaultSettings();
    settings.dialect = { ...settings.dialect, mimicsMessages };
    const classes = patchedClasses({ settings });
    const exchange = () => {
      const req = requestFor('/a?x=1', classes);
      const res = responseFor(req, classes);
      const before = { req: Object.keys(req), res: Object.keys(res) };
      prepareRequest(req, res);
      return { req, res, before };
    };
    const [first, second] = [exchange(), exchange()];
    const added = (name: 'req' | 'res') =>
      Object.keys(first[name]).filter((key) => !first.before[name].includes(key));
    expect(added('req').sort()).toEqual(ofRequest.sort());
    expect(added('res')).toEqual(ofResponse);
    for (const name of ['req', 'res'] as const) {
      expect(isFast(first[name])).toBe(true);
      expect(sameShape(first[name], second[name])).toBe(true);
    }
  },
);

test('prepareRequest() keeps what a request has', () => {
  const req = requestFor('/b', classes);
  const res = responseFor(req, classes);
  Object.assign(req, { originalUrl: '/a/b' });
  Object.assign(res, { locals: { user: 'Ada' } });
  prepareRequest(req, res);
  expect([req.originalUrl, req.res, res.locals]).toEqual(['/a/b', res, { user: 'Ada' }]);
});

test('a request keeps its shape when helpers are read and url or params change', () => {
  const untouched = prepared('/a');
  const used = prepared('/b?x=1');
  void [used.pathname, used.query, used.search, used.originalUrl, used.params, used.body, used.get('host')];
  used.url = '/c/../d?x=2';
  void [used.pathname, used.query];
  used.params = { id: '1' };
  expect(sameShape(untouched, used)).toBe(true);
  expect(isFast(used)).toBe(true);
});
