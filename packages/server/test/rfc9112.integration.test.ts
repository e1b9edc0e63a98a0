import type { Server } from 'node:http';
import { serveStatic } from '@nextpress/static';
import {
  type ContractApplication,
  runRules,
  type Subject,
  tcpSubject,
  tlsSubject,
} from '@nextpress-internal/conformance';
import { closeServer, isFullRun, serverSecret } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { type Application, createServer } from '../src/index.ts';

const carriers = { TCP: undefined, ...(isFullRun ? { TLS: serverSecret } : {}) };
const lanes = { 'the fast lane': true, 'Node’s lane': false };

for (const [carrier, tls] of Object.entries(carriers)) {
  for (const [lane, fastLane] of Object.entries(lanes)) {
    const name = `createServer() in ${lane} over ${carrier}`;
    const servers: FastServer[] = [];
    runRules({
      name,
      isSecure: tls !== undefined,
      createApp: ({ keepAliveTimeout, ...node }) => {
        const options = { ...node, ...(keepAliveTimeout === undefined ? {} : { keepAliveTimeout }) };
        const secure = tls === undefined ? {} : { tls };
        const app = createServer({ logError: () => {}, fastLane, ...options, ...secure });
        return app as unknown as ContractApplication;
      },
      serveFiles: (folder) => serveStatic(folder) as never,
      start: async (app) => {
        const server: FastServer = (app as unknown as Application).listen(0, '127.0.0.1');
        servers.push(server);
        return start(server, tls === undefined ? tcpSubject : tlsSubject);
      },
    });
    // Some rules concern only requests that Node reads.
    test.runIf(fastLane)(`${name} has responded to ordinary requests in the lane`, () => {
      expect(servers.filter((server) => (server.stats?.().fast ?? 0) > 0).length).toBeGreaterThan(75);
    });
  }
}

type FastServer = Server & { readonly stats?: () => { readonly fast: number } };

async function start(server: Server, subject: typeof tcpSubject): Promise<Subject> {
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return subject({ port, url: '', close: () => closeServer(server) });
}
