import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, type Comparison, compareWithExpress } from './compare-with-express.ts';

const three: Parameters<Parameters<Call>[0]['format']>[0] = {
  'text/plain': (_req, res) => res.send('hey'),
  'text/html': (_req, res) => res.send('<p>hey</p>'),
  'application/json': (_req, res) => res.json({ message: 'hey' }),
};

const calls: Readonly<Record<string, Call>> = {
  'media types': (res) => res.format(three),
  extensions: (res) =>
    res.format({
      text: (_req, each) => each.send('hey'),
      html: (_req, each) => each.send('<p>hey</p>'),
      json: (_req, each) => each.send({ message: 'hey' }),
    }),
  'a default': (res) =>
    res.format({
      ...three,
      default: (_req, each) => {
        each.status(300).send('choose');
      },
    }),
  'a default alone': (res) => res.format({ default: (_req, each) => each.send('default') }),
  nothing: (res) => res.format({}),
  'media types with parameters': (res) =>
    res.format({
      'text/html; charset=latin1; level=1': (_req, each) => each.send('one'),
      'text/html; level=2': (_req, each) => each.send('two'),
    }),
  'an unknown extension': (res) => res.format({ nonsense: (_req, each) => each.send(Buffer.from('?')) }),
  'over a type that was set': (res) => res.type('png').format(three),
  'over Vary': (res) => res.vary('Origin').format(three),
  'what it is called with': (res) =>
    res.format({ json: (req, each, next) => each.json([req === res.req, each === res, typeof next]) }),
};

const accepts = [
  '',
  'Accept: application/json',
  'Accept: text/html; q=.5, application/json, */*; q=.1',
  'Accept: text/html;q=0.5, text/*',
  'Accept: text/html;level=2, text/html;level=1;q=0.9',
  'Accept: image/png',
  'Accept: foo/bar, application/octet-stream',
  'Accept: text/plain;q=0, */*;q=0',
  'Accept: */*',
];

describe('format responds like Express 5', () => {
  let comparison: Comparison;
  beforeAll(async () => {
    comparison = await compareWithExpress(calls);
  });
  afterAll(() => comparison.close());

  // Without a server that routes, `next` throws.
  test.each(Object.keys(calls))('%s', async (name) => {
    const asked = accepts.flatMap((line) => {
      const headers = line === '' ? [] : [line];
      return [{ headers }, { headers, method: 'HEAD' }];
    });
    await comparison.same(name, ...asked);
  });
});

test('format passes the 406 error to next when the server has one', async () => {
  const passed: unknown[] = [];
  const comparison = await compareWithExpress({
    format: (res) => {
      Object.assign(res.req, { next: (error: unknown) => passed.push(error) });
      res.format(three).end('passed');
    },
  });
  const [our] = await comparison.both('format', { headers: ['Accept: image/png'] });
  expect([our.body, our.headers.vary]).toEqual(['passed', 'Accept']);
  const types = ['text/plain', 'text/html', 'application/json'];
  expect(passed).toContainEqual(
    expect.objectContaining({
      status: 406,
      code: 'ERR_NOT_ACCEPTABLE',
      types,
      name: 'NotAcceptableError',
      message: 'Not Acceptable',
    }),
  );
  await comparison.close();
});
