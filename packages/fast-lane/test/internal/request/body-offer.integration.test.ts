import { createServer, IncomingMessage, type RequestListener } from 'node:http';
import { fastLane } from '@nextpress/fast-lane';
import { exchange, listen, type RawResponse } from '@nextpress-internal/test-kit';
import { expect, test, vi } from 'vitest';

const TAKE_BODY: unique symbol = Symbol.for('nextpress.takeBody') as never;

type TakeBody = (() => Uint8Array | undefined) | undefined;

function offerOf(req: IncomingMessage): TakeBody {
  return Reflect.get(req, TAKE_BODY) as TakeBody;
}

/** The body as text, or `undefined` if there is nothing to take. */
function take(req: IncomingMessage): string | undefined {
  const body = offerOf(req)?.();
  return body && Buffer.from(body).toString('latin1');
}

function post(body: string, length: number = body.length): string {
  return `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

async function serve(
  listener: RequestListener,
  bytes: string | readonly string[],
  responses = 1,
  lane = fastLane,
): Promise<RawResponse[]> {
  const { port, close } = await listen(lane(createServer(listener)));
  try {
    return await exchange(port, bytes, { responses });
  } finally {
    await close();
  }
}

test('a body that arrived with its head can be taken once, which counts as reading its stream', async () => {
  const seen: unknown[] = [];
  await serve((req, res) => {
    seen.push(req.complete, take(req), req.complete, req.readableEnded, take(req), req.read());
    res.end();
  }, post('hello'));
  expect(seen).toEqual([false, 'hello', true, true, undefined, null]);
});

test('the requests after a taken body are served', async () => {
  const responses = await serve(
    (req, res) => res.end(take(req)),
    post('one') + post('two') + post('three'),
    3,
  );
  expect(responses.map(({ body }) => body)).toEqual(['one', 'two', 'three']);
});

test('a listener added after the body was taken gets `close`, and no data', async () => {
  const heard: string[] = [];
  await serve((req, res) => {
    take(req);
    for (const event of ['data', 'end', 'close']) req.on(event, () => heard.push(event));
    req.on('close', () => res.end());
  }, post('hello'));
  expect(heard).toEqual(['close']);
});

/** Replaces a method of a request, to observe how it is read. */
function watch(
  req: IncomingMessage,
  method: 'on' | 'addListener' | 'once' | 'emit' | 'push' | 'read' | 'resume' | 'destroy',
): void {
  const native = req[method];
  const own = (...args: unknown[]): unknown => Reflect.apply(native, req, args);
  Object.assign(req, { [method]: own });
}

test.each<[string, (req: IncomingMessage) => unknown]>([
  ['listened to', (req) => req.on('end', () => {})],
  ['resumed', (req) => req.resume()],
  ['given an encoding', (req) => req.setEncoding('utf8').read()],
  ['given a replaced on', (req) => watch(req, 'on')],
  ['given a replaced addListener', (req) => watch(req, 'addListener')],
  ['given a replaced once', (req) => watch(req, 'once')],
  ['given a replaced emit', (req) => watch(req, 'emit')],
  ['given a replaced push', (req) => watch(req, 'push')],
  ['given a replaced read', (req) => watch(req, 'read')],
  ['given a replaced resume', (req) => watch(req, 'resume')],
  ['given a replaced destroy', (req) => watch(req, 'destroy')],
])('a stream that has been %s keeps its body', async (_, touch) => {
  const [response] = await serve((req, res) => {
    touch(req);
    const taken = take(req);
    let text = '';
    req.on('data', (chunk) => {
      text += chunk;
    });
    req.on('end', () => res.end(`${taken}, ${text}`));
  }, post('hello'));
  expect(response?.body).toBe('undefined, hello');
});

test.each(['on', 'read', 'resume'] as const)(
  'bodies are read from their streams if the class had a replaced %s before the lane was loaded',
  async (method) => {
    const native = IncomingMessage.prototype[method];
    const value = function (this: IncomingMessage, ...args: unknown[]): unknown {
      return Reflect.apply(native, this, args);
    };
    vi.resetModules();
    Object.defineProperty(IncomingMessage.prototype, method, { value, writable: true, configurable: true });
    const taken: unknown[] = [];
    try {
      const late = await import('@nextpress/fast-lane');
      const listener: RequestListener = (req, res) => {
        taken.push(typeof offerOf(req), take(req));
        res.end();
      };
      await serve(listener, post('hello'), 1, late.fastLane);
    } finally {
      Reflect.deleteProperty(IncomingMessage.prototype, method);
    }
    expect(taken).toEqual(['function', undefined]);
  },
);

test('an offer that was not taken does not retain its chunk', async () => {
  let offer: TakeBody;
  const [response] = await serve((req, res) => {
    offer = offerOf(req);
    setImmediate(() => res.end(String(offer?.())));
  }, post('hello'));
  expect(response?.body).toBe('undefined');
});

test('a body stays in the stream when it is taken too late', async () => {
  const [response] = await serve((req, res) => {
    setImmediate(() => res.end(`${take(req)}, ${req.read()}`));
  }, post('hello'));
  expect(response?.body).toBe('undefined, hello');
});

test.each([
  ['without content', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['whose body arrives in several chunks', post('hel', 5)],
  [
    "in Node's lane",
    'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  ],
])('a request %s offers nothing', async (_, bytes) => {
  const offers: TakeBody[] = [];
  await serve((req, res) => {
    offers.push(offerOf(req));
    res.end();
  }, bytes);
  expect(offers).toEqual([undefined]);
});
