import { describe, expect, test } from 'vitest';
import { FastResponse } from '../src/index.ts';

type Arguments = ConstructorParameters<typeof Response>;

/** The visible state of a response, or the name of the error. */
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
  'an invalid status': ['x', { status: Number.NaN }],
  'a body that may not be': ['x', { status: 304 }],
  'a status that is a string': ['x', { status: '201' as unknown as number }],
  'a status text with a line break': ['x', { statusText: 'a\nb' }],
  'a status text beyond Latin-1': ['x', { statusText: 'Ā' }],
  'a number as body': [7 as unknown as string],
  'a locked stream': [locked()],
  'no init': ['x', null as unknown as undefined],
};

function locked(): ReadableStream {
  const stream = new ReadableStream();
  stream.getReader();
  return stream;
}

describe('a fast response behaves like Node’s', () => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const { body, init } = { body: CASES[name]?.[0], init: CASES[name]?.[1] };
    const isStream = body instanceof ReadableStream && !body.locked;
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

  test('whose headers stay the same object, even after its body was read', async () => {
    const response = new FastResponse('x', { headers: { A: '1' } });
    const { headers } = response;
    await response.text();
    headers.set('A', '2');
    expect(response.headers.get('A')).toBe('2');
    expect(response.headers).toBe(headers);
  });

  test.each<[string, Arguments]>([
    ['a status text with a line break', ['x', { statusText: 'a\nb' }]],
    ['a locked stream', [locked()]],
  ])('that throws for %s when it is made', (_what, [body, init]) => {
    expect(() => new FastResponse(body, init)).toThrow(TypeError);
  });

  test('whose content type has the boundary of its form', async () => {
    const form = new FormData();
    form.append('a', '1');
    const response = new FastResponse(form);
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe(
      `multipart/form-data; boundary=${text.slice(2, text.indexOf('\r\n'))}`,
    );
    expect(Object.fromEntries(await new FastResponse(form).formData())).toEqual({ a: '1' });
  });

  test('whose form is the one it was created with', async () => {
    const form = new URLSearchParams({ a: '1' });
    const response = new FastResponse(form);
    form.set('a', '2');
    expect(await response.text()).toBe('a=1');
  });

  test('whose blob has the headers’ current content type', async () => {
    const response = new FastResponse('x');
    expect(response.body).toBeInstanceOf(ReadableStream);
    response.headers.set('Content-Type', 'text/tea');
    expect((await response.blob()).type).toBe('text/tea');
    const without = new FastResponse('x');
    without.headers.delete('Content-Type');
    expect((await without.blob()).type).toBe('');
  });

  test('whose stream other code has read', () => {
    const stream = new ReadableStream();
    const response = new FastResponse(stream);
    const reader = stream.getReader();
    expect(response.bodyUsed).toBe(false);
    void reader.cancel();
    expect(response.bodyUsed).toBe(true);
    reader.releaseLock();
    expect(() => new FastResponse(stream)).toThrow(TypeError);
  });

  test.each([Response, FastResponse])('with another response’s headers, which are copied', (Class) => {
    const first = new Class('x', { headers: { A: '1' } }) as Response;
    const second = new FastResponse('y', first);
    first.headers.delete('A');
    expect(second.headers.get('A')).toBe('1');
  });

  test('with enumerable members', () => {
    const names = (response: Response) => {
      const found: string[] = [];
      for (const name in response) found.push(name);
      return found;
    };
    const own = names(new FastResponse());
    expect(names(new Response()).filter((name) => !own.includes(name))).toEqual([]);
    expect(Object.keys(new FastResponse())).toEqual([]);
  });
});
