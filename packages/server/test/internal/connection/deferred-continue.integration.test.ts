import { Agent, type ClientRequest, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { rawBody } from '@nextpress/body';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer, type Handler } from '../../../src/index.ts';

const open: Application[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

async function serve(fastLane: boolean, ...handlers: Handler[]): Promise<Server> {
  const app = createServer({ fastLane, logError: () => {} }).post('/', ...handlers);
  open.push(app);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

interface Outcome {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly wasContinued: boolean;
}

/** Sends a head with `Expect`, and the body only when it is asked for. */
function post(server: Server, body: string, length = body.length): Promise<Outcome> {
  const { port } = server.address() as AddressInfo;
  const headers = { Expect: '100-continue', 'Content-Length': length };
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    let wasContinued = false;
    const client: ClientRequest = request({ port, host: '127.0.0.1', method: 'POST', headers, agent });
    client.on('continue', () => {
      wasContinued = true;
      client.end(body);
    });
    client.on('response', (res: IncomingMessage) => {
      const { statusCode: status } = res;
      resolve({ status, connection: res.headers.connection, wasContinued });
      client.destroy();
      agent.destroy();
    });
    client.on('error', reject);
    client.flushHeaders();
  });
}

/** Sends bytes in one write and reads until two final responses have come, or the server closes. */
async function statusesOf(server: Server, bytes: string): Promise<string[]> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  let text = '';
  const statuses = (): string[] => [...text.matchAll(/HTTP\/1\.1 (2\d\d)/g)].map(([, status = '']) => status);
  for await (const chunk of socket.setEncoding('latin1')) {
    text += chunk;
    if (statuses().length === 2) break;
  }
  return statuses();
}

const parses = rawBody({ limit: 10, type: () => true }) as Handler;
const responds: Handler = (req, res) => res.send(req.body);

describe.each([true, false])('with fastLane: %s, the server', (fastLane) => {
  test('sends 413 without 100 Continue when the declared length exceeds the limit of the route', async () => {
    const server = await serve(fastLane, parses, responds);
    expect(await post(server, '', 11)).toEqual({ status: 413, connection: 'close', wasContinued: false });
  });

  test.each<[string, Handler[]]>([
    ['a body parser reads', [parses, responds]],
    ['a handler reads', [(req, res) => void req.on('data', () => {}).on('end', () => res.send())]],
    ['a handler reads later', [(_req, _res, next) => void turn().then(() => next()), parses, responds]],
  ])('sends 100 Continue when %s the body', async (_what, handlers) => {
    const server = await serve(fastLane, ...handlers);
    expect(await post(server, '0123456789')).toEqual({
      status: 200,
      connection: 'keep-alive',
      wasContinued: true,
    });
  });

  test('closes the connection when a handler responds without reading the body', async () => {
    const server = await serve(fastLane, (_req, res) => res.sendStatus(403));
    expect(await post(server, 'a')).toEqual({ status: 403, connection: 'close', wasContinued: false });
  });

  test('sends 100 Continue before a response that begins before the body is read', async () => {
    const server = await serve(fastLane, (req, res) => {
      res.flushHeaders();
      req.pipe(res);
    });
    expect(await post(server, 'a')).toEqual({ status: 200, connection: 'keep-alive', wasContinued: true });
  });

  test.each<[string, Handler[]]>([
    ['a body parser', [parses, responds]],
    ['a data listener', [(req, res) => void req.on('data', () => {}).on('end', () => res.send('01'))]],
  ])(
    'keeps the connection for requests that arrive with their bodies, read by %s',
    async (_what, handlers) => {
      const server = await serve(fastLane, ...handlers);
      const once = 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n01';
      expect(await statusesOf(server, once + once)).toEqual(['200', '200']);
    },
  );

  test('keeps the connection for requests without a body', async () => {
    const server = await serve(fastLane, (_req, res) => res.sendStatus(204));
    const once = 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n';
    expect(await statusesOf(server, once + once)).toEqual(['204', '204']);
  });

  test('leaves 100 Continue to an application that listens for checkContinue', async () => {
    const server = await serve(fastLane, parses, responds);
    server.on('checkContinue', (_req, res) => res.writeHead(417).end());
    expect(await post(server, 'a')).toMatchObject({ status: 417, wasContinued: false });
  });
});
