import { once } from 'node:events';
import { createServer as createHttpServer, get, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkAddress } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { createServer } from '../src/index.ts';
import { open, request, start as startHttp2 } from './http2/http2-client.ts';

const fails = (): never => {
  throw new Error('secret', { cause: new Error('secret') });
};
const logError = (): undefined => undefined;
const inDevelopment = { env: 'development', logError } as const;

const servers: readonly (readonly [string, () => Server])[] = [
  ['the fast lane', () => createServer(inDevelopment).get('/', fails).listen(0)],
  [
    'the lane of Node',
    () =>
      createServer({ ...inDevelopment, fastLane: false })
        .get('/', fails)
        .listen(0),
  ],
  [
    'problem details',
    () =>
      createServer({ ...inDevelopment, problemDetails: true })
        .get('/', fails)
        .listen(0),
  ],
  [
    'createServer() of node:http',
    () => createHttpServer(createServer(inDevelopment).get('/', fails) as RequestListener).listen(0),
  ],
];

async function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function bodyOf(
  port: number,
  headers: Readonly<Record<string, string>>,
  host = '127.0.0.1',
): Promise<string> {
  return new Promise((done, fail) => {
    get({ port, host, headers, agent: false }, async (res) => {
      let body = '';
      for await (const part of res.setEncoding('utf8')) body += part;
      done(body);
    }).on('error', fail);
  });
}

describe.each(servers)('an error response in development, in %s,', (_name, start) => {
  test.each([
    { host: 'localhost' },
    { host: 'LOCALHOST.:3000' },
    { host: 'app.localhost:3000' },
    { host: '[::1]:3000', accept: 'text/html' },
  ])('has the message and the stack for %j', async (headers) => {
    expect(await bodyOf(await portOf(start()), headers)).toMatch(/secret[\s\S]*at fails /);
  });

  test.each([
    { host: 'rebound.example' },
    { host: 'rebound.example:3000', accept: 'text/html' },
    { host: 'localhost.rebound.example' },
    { host: 'rebound.example', 'x-forwarded-host': 'localhost' },
    { host: 'localhost', 'x-forwarded-for': '10.0.0.1' },
    { host: 'localhost', forwarded: 'for=10.0.0.1' },
    { host: 'localhost', 'sec-fetch-site': 'cross-site' },
    { host: 'localhost', origin: 'http://foreign.example' },
  ])('has neither message nor stack for %j', async (headers) => {
    const body = await bodyOf(await portOf(start()), headers);
    expect(body).toContain('Internal Server Error');
    expect(body).not.toMatch(/secret|stack| at /);
  });

  test.skipIf(networkAddress === undefined)('has neither message nor stack for other machines', async () => {
    const body = await bodyOf(await portOf(start()), { host: 'localhost' }, networkAddress);
    expect(body).toContain('Internal Server Error');
    expect(body).not.toMatch(/secret|stack| at /);
  });
});

test.each([
  ['localhost', true],
  ['rebound.example', false],
])(
  'an error response in development, to HTTP/2 with the authority %s, has the message: %s',
  async (authority, isShown) => {
    const port = await startHttp2(createServer({ ...inDevelopment, http2: true }).get('/', fails));
    const { body } = await request(open(port), { ':path': '/', ':authority': authority });
    expect(body).toContain('Internal Server Error');
    expect(body.includes('secret')).toBe(isShown);
  },
);

test('an error response of nextpress/express has the stack for every client, as in Express', async () => {
  const app = createExpressApplication().set('env', 'development').get('/', fails);
  expect(await bodyOf(await portOf(app.listen(0)), { host: 'rebound.example' })).toContain('at fails ');
});
