import { describe, expect, test } from 'vitest';
import { FastResponse } from '../src/index.ts';

type Arguments = ConstructorParameters<typeof Response>;

/** What can be seen of a response, or the name of the error. */
async function seen(Class: typeof Response, [body, init]: Arguments) {
  try {
    const response = new Class(body, init);
    const { status, statusText, ok, type, url, redirected, bodyUsed, headers } = response;
    const copy = response.clone();
    const text = await response.text();
    return {
      ...{ status, statusText, ok, type, url, redirected, bodyUsed, text },
      headers: [...headers].map(([name, value]) => [name, value.replace(/boundary=.*/, '')]),
      copy: [copy.status, [...copy.headers].length, (await copy.text()).length > 0],
      used: response.bodyUsed,
      again: await response.text().catch((error: Error) => error.name),
      hasBody: response.body !== null,
    };
  } catch (error) {
    return (error as Error).name;
  }
}

const CASES: Record<string, Arguments> = {
  nothing: [],
  null: [null, { status: 204 }],
  'a string': ['hello', { status: 201, statusText: 'Made', headers: { 'X-Tea': 'green' } }],
  'its own type': ['{}', { headers: { 'content-TYPE': 'application/json' } }],
  'an empty string': [''],
  bytes: [new Uint8Array([65, 66])],
  'an array buffer': [new ArrayBuffer(2)],
  'a blob': [new Blob(['abc'], { type: 'text/tea' })],
  'a form': [new URLSearchParams({ a: '1' })],
  'a list of headers': [
    'x',
    {
      headers: [
        ['A', '1'],
        ['A', '2'],
        ['Set-Cookie', 'a'],
        ['Set-Cookie', 'b'],
      ],
    },
  ],
  Headers: ['x', { headers: new Headers({ B: '1' }) }],
  'a stream': [new Blob(['streamed']).stream()],
  'a status that is too low': ['x', { status: 100 }],
  'a status that is too high': ['x', { status: 600 }],
  'a status that is none': ['x', { status: Number.NaN }],
  'a body that may not be': ['x', { status: 304 }],
};

describe('a fast response is as one of Node', () => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const { body, init } = { body: CASES[name]?.[0], init: CASES[name]?.[1] };
    const isStream = body instanceof ReadableStream;
    const [own, native] = isStream ? body.tee() : [body, body];
    const expected = await seen(Response, [native as Arguments[0], init]);
    expect(await seen(FastResponse as unknown as typeof Response, [own as Arguments[0], init])).toEqual(
      expected,
    );
  });

  test('with static functions, and instanceof', async () => {
    expect(await FastResponse.json({ a: 1 }, { status: 201 }).json()).toEqual({ a: 1 });
    expect(FastResponse.json({}).headers.get('content-type')).toBe('application/json');
    expect(() => FastResponse.json(undefined)).toThrow(TypeError);
    expect(FastResponse.redirect('http://a/').headers.get('location')).toBe('http://a/');
    expect(FastResponse.error().type).toBe('error');
    class Own extends FastResponse {}
    expect([new FastResponse() instanceof Response, new Response() instanceof FastResponse]).toEqual([
      true,
      true,
    ]);
    expect([new Own() instanceof Own, new FastResponse() instanceof Own]).toEqual([true, false]);
  });

  test('whose headers are one object, also after its body has been read', async () => {
    const response = new FastResponse('x', { headers: { A: '1' } });
    const { headers } = response;
    await response.text();
    headers.set('A', '2');
    expect(response.headers.get('A')).toBe('2');
    expect(response.headers).toBe(headers);
  });
});
