import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate as afterImmediate } from 'node:timers/promises';
import { createServer } from '@nextpress/server';
import { caseCount, closeServer, type Listening, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inject, toFetch } from '../src/index.ts';

type Next = (error: unknown) => void;
type Listener = (req: IncomingMessage, res: ServerResponse, next: Next) => void;
type Fields = readonly (readonly [name: string, values: string | string[]])[];

/** What the handler does. */
interface Plan {
  readonly readsBody: boolean;
  readonly status: number;
  readonly statusText: string | undefined;
  readonly headers: Fields;
  readonly chunks: readonly Uint8Array[];
  readonly asText: boolean;
  readonly announces: 'nothing' | 'length' | 'chunked' | 'trailers';
  readonly flushes: boolean;
  readonly waits: boolean;
  readonly endsWithChunk: boolean;
  readonly outcome: 'end' | 'cut' | 'error';
}

/** What the client sends. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Fields;
  readonly body: Uint8Array | undefined;
}

const value = fc.stringMatching(/^[!-~]([ -~]{0,8}[!-~])?$/);
const fields = fc.array(
  fc.tuple(
    fc.constantFrom('x-a', 'X-B', 'Vary', 'x-c'),
    fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })),
  ),
  { maxLength: 3 },
);
const responseFields = fc
  .tuple(fields, fc.array(value, { maxLength: 3 }))
  .map(([list, cookies]): Fields => (cookies.length === 0 ? list : [...list, ['Set-Cookie', cookies]]));
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.integer({ min: 1_000, max: 200_000 }).map((length) => new Uint8Array(length).fill(length)),
);
const plan: fc.Arbitrary<Plan> = fc.record({
  readsBody: fc.boolean(),
  status: fc.constantFrom(200, 200, 201, 204, 205, 302, 304, 404, 500, 599),
  statusText: fc.option(fc.constantFrom('Fine', 'So so'), { nil: undefined }),
  headers: responseFields,
  chunks: fc.array(bytes, { maxLength: 4 }),
  asText: fc.boolean(),
  announces: fc.constantFrom('nothing', 'nothing', 'length', 'chunked', 'trailers'),
  flushes: fc.boolean(),
  waits: fc.boolean(),
  endsWithChunk: fc.boolean(),
  outcome: fc.constantFrom('end', 'end', 'end', 'end', 'cut', 'error'),
});
const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
  path: fc.stringMatching(/^\/[a-z%2F/.]{0,6}(\?[a-z][a-z=&+]{0,6})?$/),
  headers: fields,
  body: fc.option(bytes, { nil: undefined }),
});

/** Executes a plan, and resolves with what the handler saw. */
async function carryOut(plan: Plan, req: IncomingMessage, res: ServerResponse, next: Next) {
  const seen = { method: req.method, url: req.url, headers: clientHeaders(req.headers), body: '' };
  if (plan.readsBody) for await (const chunk of req) seen.body += chunk.toString('latin1');
  if (plan.outcome === 'error') {
    next(Object.assign(new Error('failed'), { status: 418, stack: 'failed' }));
    return seen;
  }
  const hasBody = ![204, 205, 304].includes(plan.status);
  const chunks = hasBody ? plan.chunks : [];
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  for (const [name, values] of plan.headers) res.setHeader(name, values);
  if (plan.announces === 'length' && hasBody) res.setHeader('Content-Length', length);
  if (plan.announces === 'chunked' && hasBody) res.setHeader('Transfer-Encoding', 'chunked');
  const hasTrailers = plan.announces === 'trailers' && hasBody && req.method !== 'HEAD';
  if (hasTrailers) res.setHeader('Trailer', 'X-Sum');
  if (plan.statusText === undefined) res.statusCode = plan.status;
  else res.writeHead(plan.status, plan.statusText);
  if (plan.flushes) res.flushHeaders();
  const last = plan.endsWithChunk && plan.outcome === 'end' && !hasTrailers ? chunks.at(-1) : undefined;
  for (const chunk of last === undefined ? chunks : chunks.slice(0, -1)) {
    const isAccepted = plan.asText
      ? res.write(Buffer.from(chunk).toString('latin1'), 'latin1')
      : res.write(chunk);
    if (!isAccepted) await once(res, 'drain');
    if (plan.waits) await afterImmediate();
  }
  if (plan.outcome === 'cut') res.destroy();
  else if (last !== undefined) res.end(last);
  else {
    if (hasTrailers) res.addTrailers({ 'X-Sum': String(length) });
    res.end();
  }
  return seen;
}

let current: Plan;
let seenByHandler: ReturnType<typeof carryOut>;
const listener: Listener = (req, res, next) => {
  seenByHandler = carryOut(current, req, res, next);
};

const hosts: Record<string, () => Listener> = {
  'node:http': () => listener,
  Nextpress: () => createServer({ logError: () => {} }).use(listener as never) as never,
  Express: () => {
    const app = express();
    app.set('env', 'test');
    return app.use(listener as never) as never;
  },
};

describe.each(Object.entries(hosts))('an application of %s', (name, make) => {
  const app = make() as (req: IncomingMessage, res: ServerResponse) => void;
  let server: Listening;
  beforeAll(async () => {
    const listening =
      name === 'Nextpress' ? (app as never as ReturnType<typeof createServer>).listen(0) : undefined;
    if (listening === undefined) server = await listen(createHttpServer(app));
    else {
      await once(listening, 'listening');
      const { port } = listening.address() as { port: number };
      server = { port, url: `http://127.0.0.1:${port}`, close: () => closeServer(listening) };
    }
  });
  afterAll(() => server.close());

  const cases = fc
    .tuple(plan, sent)
    .filter(([{ outcome }]) => outcome !== 'error' || name !== 'node:http')
    .map(([given, request]) =>
      given.outcome === 'cut' ? cutVisibly(given, request) : ([given, request] as const),
    )
    // A server that closes before it has read a long body resets the connection.
    .map(
      ([given, request]) =>
        [{ ...given, readsBody: given.readsBody || (request.body?.length ?? 0) > 100 }, request] as const,
    );
  const run = { numRuns: caseCount(400) };

  test('responds to inject like to a client with a socket', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([given, request]) => {
        current = given;
        const expected = [await overSocket(server.port, request), await seenByHandler];
        const actual = [await injected(app, request), await seenByHandler];
        expect(actual).toEqual(expected);
      }),
      run,
    );
  });

  test('responds to toFetch like to fetch', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([given, request]) => {
        current = given;
        const init = initOf(request);
        const expected = [await fetched(fetch(server.url + request.path, init)), await seenByHandler];
        const through = toFetch(app)(new Request(server.url + request.path, init), { remoteAddress: '::1' });
        const actual = [await fetched(through), await seenByHandler];
        expect(actual).toEqual(expected);
      }),
      run,
    );
  });
});

/** Otherwise a client has the whole response when it is cut. */
function cutVisibly(given: Plan, request: Sent) {
  return [
    { ...given, status: 200, announces: 'nothing' } satisfies Plan,
    { ...request, method: request.method === 'HEAD' ? 'GET' : request.method },
  ] as const;
}

function initOf({ method, headers, body }: Sent): RequestInit {
  const list = new Headers();
  for (const [name, values] of headers) for (const each of [values].flat()) list.append(name, each);
  const canHaveBody = method !== 'GET' && method !== 'HEAD';
  return {
    method,
    headers: list,
    body: canHaveBody ? (body as Uint8Array<ArrayBuffer>) : null,
    redirect: 'manual',
  };
}

/** Without what only one of the clients sends. */
function clientHeaders(headers: IncomingMessage['headers']) {
  const names = ['host', 'connection', 'user-agent', 'accept', 'accept-language', 'accept-encoding'];
  const framing = ['sec-fetch-mode', 'transfer-encoding', 'content-length'];
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.includes(name) && !framing.includes(name)),
  );
}

function serverHeaders(fields: Iterable<readonly [string, string]>) {
  const ignored = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
  const joined: Record<string, string[]> = {};
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    if (!ignored.includes(key)) joined[key] = [...(joined[key] ?? []), value];
  }
  return Object.fromEntries(Object.entries(joined).map(([key, list]) => [key, list.join(', ')]));
}

function* pairsOf(rawHeaders: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at < rawHeaders.length; at += 2)
    yield [rawHeaders[at] as string, rawHeaders[at + 1] as string];
}

async function overSocket(port: number, { method, path, headers, body }: Sent) {
  const outgoing = httpRequest({ port, host: '127.0.0.1', method, path, agent: false });
  // The server may close before it has read everything.
  outgoing.on('error', () => {});
  try {
    // Node's client would send the names of a list only once.
    const byName = new Map<string, [name: string, values: string[]]>();
    for (const [name, values] of headers) {
      const [first, earlier] = byName.get(name.toLowerCase()) ?? [name, []];
      byName.set(name.toLowerCase(), [first, [...earlier, ...[values].flat()]]);
    }
    for (const [name, values] of byName.values()) outgoing.setHeader(name, values);
    if (body !== undefined) outgoing.setHeader('Content-Length', body.length);
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return {
      status: response.statusCode,
      statusText: response.statusMessage,
      headers: serverHeaders(pairsOf(response.rawHeaders)),
      body: Buffer.concat(chunks).toString('latin1'),
      trailers: { ...response.trailers },
    };
  } catch {
    return 'cut';
  }
}

async function injected(app: Listener | never, { method, path, headers, body }: Sent) {
  try {
    const response = await inject(app as never, { method, url: path, headers, body });
    const { 'set-cookie': cookies = [], ...others } = response.headers;
    const list = Object.entries(others) as [string, string][];
    return {
      status: response.status,
      statusText: response.statusText,
      headers: serverHeaders([...list, ...cookies.map((each): [string, string] => ['set-cookie', each])]),
      body: response.bytes.toString('latin1'),
      trailers: { ...response.trailers },
    };
  } catch (error) {
    expect(String(error)).toBe('Error: The application cut the response.');
    return 'cut';
  }
}

async function fetched(promise: Promise<Response>) {
  try {
    const response = await promise;
    return {
      status: response.status,
      statusText: response.statusText,
      headers: serverHeaders(response.headers),
      body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
    };
  } catch {
    return 'cut';
  }
}
