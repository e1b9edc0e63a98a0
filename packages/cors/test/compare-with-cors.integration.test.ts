import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type CorsMiddleware, type CorsOptions, cors } from '@nextpress/cors';
import { caseCount, exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import peer from 'cors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanes } from './ask.ts';

// For options that both packages have, responses have the same effect in browsers as those of the cors package.

let middleware: CorsMiddleware;
const servers = new Map<string, Listening>();

beforeAll(async () => {
  const listener = (req: IncomingMessage, res: ServerResponse) =>
    middleware(req, res, (error) => {
      if (error === undefined) res.end();
      else res.writeHead(500).end((error as Error).message);
    });
  for (const [lane, put] of Object.entries(lanes))
    servers.set(lane, await listen(put(createServer(listener))));
});

afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

const origins = ['https://a.example', 'https://b.example:8443', 'http://localhost:3000', 'app://local'];
const patterns = [/^https:/, /\.example$/, /^https?:\/\/[a-z]+(:\d+)?$/i, /nowhere/];

const origin = fc.constantFrom(...origins);
const named = fc.oneof(origin, fc.constantFrom(...patterns));
const rule = fc.oneof(fc.constant(true), named, fc.array(named, { maxLength: 4 }));
const askedFor = rule.map((allow) => (_origin: unknown, callback: (error: null, allow: unknown) => void) => {
  callback(null, allow);
});
const names = fc.array(fc.constantFrom('x-a', 'X-B', 'content-type', 'Authorization'), { maxLength: 3 });
const list = (some: fc.Arbitrary<string[]>) =>
  fc.tuple(some, fc.boolean()).map(([all, joined]) => (joined && all.length > 0 ? all.join(',') : all));

const common = {
  methods: list(fc.subarray(['GET', 'PUT', 'DELETE', 'QUERY'], { minLength: 1 })),
  allowedHeaders: list(names),
  exposedHeaders: list(names),
  maxAge: fc.oneof(fc.nat(), fc.nat().map(String), fc.constant(null)),
  optionsSuccessStatus: fc.constantFrom(200, 204),
  preflightContinue: fc.boolean(),
};
const options = fc.oneof(
  fc.record(
    { ...common, origin: fc.oneof(rule, askedFor), credentials: fc.boolean() },
    { requiredKeys: ['origin'] },
  ),
  fc.record({ ...common, origin: fc.constant('*') }, { requiredKeys: [] }),
);

const preflight = fc.record(
  {
    Origin: origin,
    'Access-Control-Request-Method': fc.constantFrom('PUT', 'QUERY'),
    'Access-Control-Request-Headers': names.filter((all) => all.length > 0).map((all) => all.join(',')),
  },
  { requiredKeys: ['Origin', 'Access-Control-Request-Method'] },
);
const simple = fc.record({ Origin: origin }, { requiredKeys: [] });
const request = fc.oneof(
  fc.record({ method: fc.constantFrom('GET', 'POST', 'DELETE'), requestHeaders: simple }),
  fc.record({ method: fc.constant('OPTIONS'), requestHeaders: preflight }),
);

/** The part of a response that browsers use by the Fetch standard: nothing if the origin is not allowed. */
async function viewOf(
  by: CorsMiddleware,
  method: string,
  requestHeaders: Record<string, string | undefined>,
  lane = 'node:http',
): Promise<unknown> {
  middleware = by;
  const lines = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} / HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`;
  const [response] = await exchange(servers.get(lane)?.port ?? 0, head, { responses: 1 });
  const { status, headers = {} } = response ?? {};
  const vary = (headers.vary ?? '').toLowerCase().split(', ').sort();
  const allowed = headers['access-control-allow-origin'];
  if (requestHeaders.Origin === undefined || (allowed !== '*' && allowed !== requestHeaders.Origin))
    return { status, vary };
  const permissions = Object.entries(headers).filter(([name]) => name.startsWith('access-control-'));
  // The cors package also sends this header with preflight responses, where it has no effect.
  const meant = permissions.filter(
    ([name]) => method !== 'OPTIONS' || name !== 'access-control-expose-headers',
  );
  return { status, vary, ...Object.fromEntries(meant) };
}

test.each(Object.keys(lanes))(
  'a browser gets the same permissions as from the cors package, in %s',
  async (lane) => {
    await fc.assert(
      fc.asyncProperty(options, request, async (given, { method, requestHeaders }) => {
        const ours = await viewOf(cors(given as CorsOptions), method, requestHeaders, lane);
        expect(ours).toEqual(await viewOf(peer(given), method, requestHeaders));
        const chosen = await viewOf(
          cors(async () => given as CorsOptions),
          method,
          requestHeaders,
          lane,
        );
        // The function may depend on any header.
        if (given.origin !== undefined && given.origin !== '*') expect(chosen).toEqual(ours);
      }),
      { numRuns: caseCount(200) },
    );
  },
);

test.each<[string, object, Record<string, string>]>([
  ['null with origin: true', { origin: true }, { Origin: 'null' }],
  ['null by a pattern', { origin: /./ }, { Origin: 'null' }],
  ['an origin by a pattern with the flag g', { origin: /^https:\/\/a/g }, { Origin: 'https://a' }],
])('the cors package differs: %s', async (_what, given, requestHeaders) => {
  const twice = async (by: CorsMiddleware) => [
    await viewOf(by, 'GET', requestHeaders),
    await viewOf(by, 'GET', requestHeaders),
  ];
  const [first, second] = await twice(cors(given));
  expect(first).toEqual(second);
  expect(await twice(peer(given))).not.toEqual([first, second]);
});
