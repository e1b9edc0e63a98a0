import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FastResponse } from '../src/index.ts';

type Class = typeof Response;
type BodyInit = ConstructorParameters<Class>[0];

function streamed(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('streamed'));
      controller.close();
    },
  });
}

/** Each makes a new body, so that both classes get their own. */
const bodies: Record<string, () => BodyInit> = {
  none: () => null,
  text: () => 'grüße',
  'empty text': () => '',
  json: () => '{"a":[1]}',
  bytes: () => new Uint8Array([123, 125]),
  'an array buffer': () => new TextEncoder().encode('[1]').buffer,
  'a blob': () => new Blob(['a=1'], { type: 'text/tea' }),
  'a blob without a type': () => new Blob(['a=1']),
  'a form': () => new URLSearchParams({ a: '1', b: 'ü' }),
  'a form with a file': () => {
    const form = new FormData();
    form.append('file', new Blob(['contents']), 'a.txt');
    return form;
  },
  'a stream': () => streamed(),
  'a locked stream': () => {
    const stream = streamed();
    stream.getReader();
    return stream;
  },
};

/** Operations on a response, and its visible state. */
const steps: Record<string, (response: Response) => unknown> = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  bytes: async (response) => Buffer.from(await response.arrayBuffer()).toString('latin1'),
  'the blob': async (response) => {
    const blob = await response.blob();
    return [blob.type, blob.size];
  },
  'the form': async (response) => [...(await response.formData()).keys()],
  'a clone': async (response) => {
    const { status, statusText, ok, headers, body } = response.clone();
    return [status, statusText, ok, [...headers], body === null];
  },
  'the text of a clone': (response) => response.clone().text(),
  'its attributes': ({ status, statusText, ok, type, url, redirected, bodyUsed, body }) => [
    ...[status, statusText, ok, type, url, redirected, bodyUsed],
    body === null,
    body?.locked,
  ],
  headers: (response) => [...response.headers],
  'a new type': (response) => response.headers.set('Content-Type', 'application/x-www-form-urlencoded'),
  'no type': (response) => response.headers.delete('Content-Type'),
  'a cookie': (response) => response.headers.append('Set-Cookie', 'a=1'),
  'a reader': async (response) => (await response.body?.getReader().read())?.done,
  cancel: (response) => {
    // If the response was cloned, it resolves once the clone is canceled as well.
    void response.body?.cancel().catch(() => {});
    return response.bodyUsed;
  },
  'a response of its body': (response) => new Response(response.body, response).text(),
};

const header = fc.tuple(
  fc.constantFrom('Content-Type', 'content-type', 'X-Tea', 'x-tea', 'Set-Cookie'),
  fc.constantFrom('text/plain', 'application/json', ' spaced ', 'é'),
);
const scenario = fc
  .record({
    body: fc.constantFrom(...Object.keys(bodies)),
    init: fc.record(
      {
        status: fc.constantFrom(0, 199, 200, 201, 204, 302, 304, 404, 599, 600, 200.9, 65_736, Number.NaN),
        statusText: fc.constantFrom('', 'Fine', 'é', 'Ā', 'a\nb', '\t'),
        headers: fc.oneof(fc.array(header, { maxLength: 3 }), fc.array(header).map(Object.fromEntries)),
      },
      { requiredKeys: [] },
    ),
    wrapped: fc.boolean(),
    names: fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 5 }),
  })
  // Node rejects a promise that no code can catch when the stream of such a form is canceled.
  .filter(({ body, names }) => body !== 'a form with a file' || !names.includes('cancel'));
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

async function observe(Class: Class, { body, init, wrapped, names }: Scenario): Promise<unknown> {
  let response: Response;
  try {
    const first = new Class(bodies[body]?.(), init);
    response = wrapped ? new Class(first.body, first) : first;
  } catch {
    // Which of two errors it is may differ.
    return 'throws';
  }
  const seen: unknown[] = [];
  for (const name of names) {
    try {
      seen.push([name, await steps[name]?.(response)]);
    } catch (error) {
      seen.push([name, (error as Error).constructor]);
    }
  }
  return JSON.parse(
    JSON.stringify(seen, (_key, value) => (typeof value === 'function' ? value.name : value)).replaceAll(
      /formdata-undici-\d+/g,
      'boundary',
    ),
  );
}

test('a fast response is indistinguishable from Node’s', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      expect(await observe(FastResponse, given)).toEqual(await observe(Response, given));
    }),
    { numRuns: caseCount(1_000) },
  );
});
