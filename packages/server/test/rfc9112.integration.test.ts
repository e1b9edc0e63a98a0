import type { Server } from 'node:http';
import { serveStatic } from '@nextpress/static';
import {
  type ContractApplication,
  runRules,
  type Subject,
  tcpSubject,
  tlsSubject,
} from '@nextpress-internal/conformance';
import { closeServer, serverSecret } from '@nextpress-internal/test-kit';
import { type Application, createServer } from '../src/index.ts';

const carriers = { TCP: undefined, TLS: serverSecret };
const lanes = { 'the fast lane': true, 'Node’s lane': false };

for (const [carrier, tls] of Object.entries(carriers)) {
  for (const [lane, fastLane] of Object.entries(lanes)) {
    runRules({
      name: `createServer() in ${lane} over ${carrier}`,
      isSecure: tls !== undefined,
      createApp: ({ keepAliveTimeout, ...node }) => {
        const options = { ...node, ...(keepAliveTimeout === undefined ? {} : { keepAliveTimeout }) };
        const secure = tls === undefined ? {} : { tls };
        const app = createServer({ logError: () => {}, fastLane, ...options, ...secure });
        return app as unknown as ContractApplication;
      },
      serveFiles: (folder) => serveStatic(folder) as never,
      start: (app) => start(app as unknown as Application, tls === undefined ? tcpSubject : tlsSubject),
    });
  }
}

async function start(app: Application, subject: typeof tcpSubject): Promise<Subject> {
  const server: Server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return subject({ port, url: '', close: () => closeServer(server) });
}
