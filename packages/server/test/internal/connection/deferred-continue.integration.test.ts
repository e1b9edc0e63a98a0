import { Agent, type ClientRequest, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

  test('leaves 100 Continue to user code that listens for checkContinue', async () => {
    const server = await serve(fastLane, parses, responds);
    server.on('checkContinue', (_req, res) => res.writeHead(417).end());
    expect(await post(server, 'a')).toMatchObject({ status: 417, wasContinued: false });
  });
});
