import { signCookie } from '@nextpress/semantics/signed-cookie';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Call, type Comparison, compareWithExpress } from './compare-with-express.ts';

/** Reads a cookie as cookie-parser does. */
const withSecret =
  (call: Call): Call =>
  (res) => {
    Object.assign(res.req, { secret: 'keyboard cat' });
    return call(res);
  };
const NOON = new Date('2026-11-21T12:00:00Z');

const calls: Readonly<Record<string, Call>> = {
  'append to nothing': (res) => res.append('X-A', 'b').send('hi'),
  'append to a value': (res) => res.set('X-A', 'b').append('X-A', 'c').send('hi'),
  'append of a list to a value': (res) => res.set('X-A', 'b').append('X-A', ['c', 'd']).send('hi'),
  'append to a list': (res) =>
    res.append('X-A', ['b', 'c']).append('x-a', 'd').append('X-A', ['e', 'f']).send('hi'),
  'append of a number': (res) => res.append('X-A', 1).append('X-A', 2).send('hi'),
  'append of Link': (res) => res.append('Link', '<a>').append('Link', '<b>').send('hi'),
  'append to an empty value': (res) => res.set('X-A', '').append('X-A', 'b').send('hi'),
  'append of a type': (res) => res.append('Content-Type', 'html').send(Buffer.from('hi')),
  'get of what was appended': (res) => res.append('X-A', '1').append('X-A', '2').json(res.get('X-A')),
  'vary with a name': (res) => res.vary('Origin').send('hi'),
  'vary with a list': (res) => res.vary(['Origin', 'Accept']).vary('accept').send('hi'),
  'vary with a list in one text': (res) => res.vary('Origin, User-Agent').vary('user-agent').send('hi'),
  'vary with no name': (res) => res.vary([]).send('hi'),
  'vary over what is set': (res) => res.set('Vary', 'Accept-Encoding').vary('Origin').send('hi'),
  'vary over a list that is set': (res) => res.set('Vary', ['Accept', 'Origin']).vary('Cookie').send('hi'),
  'vary with an asterisk': (res) => res.vary('Origin').vary('*').vary('Accept').send('hi'),
  links: (res) => res.links({ next: 'http://x/?page=2', last: '/?page=5' }).send('hi'),
  'links of a list': (res) => res.links({ pages: ['/?page=1', '/?page=2'], up: '/' }).send('hi'),
  'links twice': (res) => res.links({ next: '/2' }).links({ prev: '/1' }).send('hi'),
  'links over a list': (res) =>
    res.set('Link', ['<a>; rel="b"', '<c>; rel="d"']).links({ e: 'f' }).send('hi'),
  'links of a URL': (res) => res.links({ next: new URL('http://x/a b') as never }).send('hi'),
  'links of what is inherited': (res) =>
    res.links(Object.assign(Object.create({ next: '/2' }), { prev: '/1' })).send('hi'),
  'set of a list that changes afterwards': (res) => {
    const list = ['b'];
    res.set('X-A', list);
    list.push('c');
    return res.send('hi');
  },
  location: (res) => res.location('/elsewhere?a=b').send('hi'),
  'location with characters not allowed in a URL': (res) =>
    res.location('https://x.example?q=\u2603 §10"<>\\^|%zz').send('hi'),
  'location of back': (res) => res.location('back').send('hi'),
  'location of a URL': (res) => res.location(new URL('http://x.example/a?b') as never).send('hi'),
  'location of an empty text': (res) => res.location('').send('hi'),
  'redirect to back': (res) => res.redirect('back'),
  attachment: (res) => res.attachment().send('hi'),
  'attachment with a name': (res) => res.attachment('report.pdf').send(Buffer.from('hi')),
  'attachment with a path': (res) => res.attachment('/etc/secret/image.png').send(Buffer.from('hi')),
  'attachment with a name in another script': (res) => res.attachment('/locales/日本語.txt').send('hi'),
  'attachment with quotes': (res) => res.attachment('a "b" \\c.html').send('hi'),
  'attachment with an escape': (res) => res.attachment('50%20off.txt').send('hi'),
  'attachment without an extension': (res) => res.attachment('README').send(Buffer.from('hi')),
  'attachment with an empty name': (res) => res.attachment('').send(Buffer.from('hi')),
  'a cookie': (res) => res.cookie('name', 'tobi').send('hi'),
  'two cookies': (res) => res.cookie('a', 'b').cookie('a', 'c').cookie('d', 'e').send('hi'),
  'a cookie over one that is set': (res) => res.set('Set-Cookie', 'a=b').cookie('c', 'd').send('hi'),
  'a cookie of text that needs escapes': (res) => res.cookie('a', 'é; "b", c=\\d 漢%').send('hi'),
  'a cookie of an object': (res) => res.cookie('user', { name: 'tobi', list: [1, null] }).send('hi'),
  'a cookie of null': (res) => res.cookie('a', null).send('hi'),
  'a cookie of a number': (res) => res.cookie('a', 7).cookie('b', true).cookie('c', undefined).send('hi'),
  'a cookie with every attribute': (res) =>
    res
      .cookie('a', 'b', {
        ...{ domain: 'x.example', path: '/admin', expires: NOON, httpOnly: true, secure: true },
        ...{ sameSite: 'none', partitioned: true, priority: 'high' },
      })
      .send('hi'),
  'a cookie with attributes that are off': (res) =>
    res.cookie('a', 'b', { httpOnly: false, secure: false, sameSite: false, partitioned: false }).send('hi'),
  'a cookie with sameSite': (res) =>
    res
      .cookie('a', 'b', { sameSite: true })
      .cookie('c', 'd', { sameSite: 'lax', priority: 'low' })
      .cookie('e', 'f', { sameSite: 'strict', priority: 'medium' })
      .send('hi'),
  'a cookie with maxAge': (res) => res.cookie('a', 'b', { maxAge: 1500 }).send('hi'),
  'a cookie with maxAge 0': (res) => res.cookie('a', 'b', { maxAge: 0 }).send('hi'),
  'a cookie with a negative maxAge': (res) => res.cookie('a', 'b', { maxAge: -1500 }).send('hi'),
  'a cookie with maxAge null': (res) => res.cookie('a', 'b', { maxAge: null }).send('hi'),
  'a cookie with maxAge as a text': (res) => res.cookie('a', 'b', { maxAge: '3600000' as never }).send('hi'),
  'a cookie with maxAge and expires': (res) =>
    res.cookie('a', 'b', { maxAge: 5000, expires: NOON }).send('hi'),
  'a cookie with an empty path': (res) => res.cookie('a', 'b', { path: '' }).send('hi'),
  'a cookie with a code of its own': (res) =>
    res.cookie('a', 'b c', { encode: (text) => text.replace(' ', '+') }).send('hi'),
  'a signed cookie': withSecret((res) => res.cookie('a', 'b', { signed: true, httpOnly: true }).send('hi')),
  'a signed cookie of an object': withSecret((res) =>
    res.cookie('a', { b: 'é' }, { signed: true }).send('hi'),
  ),
  'a cookie that is cleared': (res) => res.clearCookie('sid').send('hi'),
  'a cookie that is cleared with options': (res) =>
    res
      .clearCookie('sid', { path: '/admin', domain: 'x.example', maxAge: 900, expires: NOON, secure: true })
      .send('hi'),
  'the options of a cookie stay as they were': (res) => {
    const options = Object.freeze({ maxAge: 1000, path: '/' });
    res.cookie('a', 'b', options).clearCookie('c', options).json(options);
  },
  'get and set by contentType': (res) => res.contentType('.json').send(Buffer.from('{}')),
  'locals, empty at first': (res) => res.json([Object.keys(res.locals), Object.getPrototypeOf(res.locals)]),
  'locals that are kept': (res) => {
    res.locals.user = 'tobi';
    res.json(res.locals);
  },
  'a link that ends': (res) => res.links({ next: '/a>; rel="preload' }).send('hi'),
  'a relation with a quote': (res) => res.links({ 'a"b': '/' }).send('hi'),
  'a link to a number': (res) => res.links({ next: 7 as never }).send('hi'),
  'a location that is not a string': (res) => res.location(undefined as never).send('hi'),
  'links of a text': (res) => res.links('/a' as never).send('hi'),
  'vary with a number': (res) => res.vary(7 as never).send('hi'),
  'a lifetime beyond the dates of HTTP': (res) => res.cookie('a', 'b', { maxAge: 8e15 }).send('hi'),
  'locals that are assigned': (res) => {
    res.locals = { a: 1 };
    res.json(res.locals);
  },
};

describe('every header helper behaves like Express 5', () => {
  let comparison: Comparison;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    comparison = await compareWithExpress(calls);
  });
  afterAll(() => {
    vi.useRealTimers();
    return comparison.close();
  });

  test.each(Object.keys(calls))('%s', async (name) => {
    await comparison.same(name, {}, { method: 'HEAD' });
  });
});

test('a signed cookie is readable by cookie-parser', async () => {
  const comparison = await compareWithExpress(calls);
  const [our] = await comparison.both('a signed cookie');
  const signed = encodeURIComponent(`s:${signCookie('b', 'keyboard cat')}`);
  expect(our.headers['set-cookie']).toBe(`a=${signed}; Path=/; HttpOnly`);
  await comparison.close();
});

describe('invalid headers throw', () => {
  const refused: Readonly<Record<string, Call>> = {
    'a cookie whose name has a space': (res) => res.cookie('a b', 'c').send('hi'),
    'a cookie whose domain ends the attribute': (res) =>
      res.cookie('a', 'b', { domain: 'x; Secure' }).send('hi'),
    'a cookie whose path ends the attribute': (res) =>
      res.cookie('a', 'b', { path: '/; Domain=y' }).send('hi'),
    'a cookie with an unknown sameSite': (res) =>
      res.cookie('a', 'b', { sameSite: 'loose' as never }).send('hi'),
    'a cookie with an unknown priority': (res) =>
      res.cookie('a', 'b', { priority: 'top' as never }).send('hi'),
    'a cookie with expires as a text': (res) => res.cookie('a', 'b', { expires: 'soon' as never }).send('hi'),
    'a cookie with a maxAge that is not a number': (res) =>
      res.cookie('a', 'b', { maxAge: 'soon' as never }).send('hi'),
    'a cookie with maxAge Infinity': (res) =>
      res.cookie('a', 'b', { maxAge: Number.POSITIVE_INFINITY }).send('hi'),
    'a cookie with raw CR and LF': (res) => res.cookie('a', 'b\r\nc', { encode: (text) => text }).send('hi'),
    'vary with an invalid name': (res) => res.vary('a b').send('hi'),
    'vary with nothing': (res) => res.vary('').send('hi'),
    'append with CR and LF': (res) => res.append('X-A', 'b\r\nc').send('hi'),
    'attachment with a number': (res) => res.attachment(7 as never).send('hi'),
    'a signed cookie without a secret': (res) => res.cookie('a', 'b', { signed: true }).send('hi'),
  };
  let comparison: Comparison;
  beforeAll(async () => {
    comparison = await compareWithExpress(refused);
  });
  afterAll(() => comparison.close());

  test.each(Object.keys(refused))('%s, as in Express 5', async (name) => {
    const [our, their] = await comparison.both(name);
    expect([our.status, their.status]).toEqual([500, 500]);
    expect(our.headers['set-cookie']).toBeUndefined();
  });
});
