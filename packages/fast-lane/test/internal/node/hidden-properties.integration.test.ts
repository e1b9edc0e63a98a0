import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { get, type RequestOptions } from 'node:http';
import { get as getSecurely } from 'node:https';
import type { AddressInfo } from 'node:net';
import { FAST_LANE } from '@nextpress-internal/internals/node';
import { afterEach, expect, test, vi } from 'vitest';
import { hideMember, membersIn, showMembers } from '../../../../internals/test/hide-member.ts';
import { identity } from '../../ecosystem/lanes.ts';

async function bodyFrom(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const isSecure = 'setSecureContext' in server;
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    agent: false,
    headers: { Connection: 'keep-alive' },
  };
  const request = isSecure ? getSecurely({ ...options, rejectUnauthorized: false }) : get(options);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  server.close();
  server.closeAllConnections();
  return Buffer.concat(chunks).toString();
}

afterEach(showMembers);

/** What a server of each kind responds, and how many requests the fast lane has served. */
async function serve(): Promise<[body: string, fast: number][]> {
  const { fastLane } = await import('../../../src/fast-lane.ts');
  const http = await vi.importActual<typeof import('node:http')>('node:http');
  const https = await vi.importActual<typeof import('node:https')>('node:https');
  const listener = (_req: IncomingMessage, res: ServerResponse): void => void res.end('served');
  const results: [string, number][] = [];
  for (const server of [http.createServer(listener), https.createServer(identity, listener)]) {
    const { stats } = fastLane(server);
    results.push([await bodyFrom(server), stats().fast]);
  }
  return results;
}

test('servers with and without TLS use the fast lane when no property is hidden', async () => {
  expect(await serve()).toEqual([
    ['served', 1],
    ['served', 1],
  ]);
});

test.each(membersIn(FAST_LANE))(
  'servers with and without TLS are served by Node when a %s lacks %s',
  async (owner, name) => {
    await hideMember(owner, name);
    expect(await serve()).toEqual([
      ['served', 0],
      ['served', 0],
    ]);
  },
);
