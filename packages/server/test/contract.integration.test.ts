import { createServer as createHttpServer, type Server } from 'node:http';
import {
  type ContractApplication,
  runApplicationContract,
  runHttpContract,
  type Subject,
  tcpSubject,
} from '@nextpress-internal/conformance';
import { listen } from '@nextpress-internal/test-kit';
import express from 'express';
import { createServer } from '../src/index.ts';

const createApp = (): ContractApplication =>
  createServer({ logError: () => {} }) as unknown as ContractApplication;

runApplicationContract({
  name: 'app.listen()',
  createApp,
  start: listenOnce,
});

runApplicationContract({
  name: 'app.listen() in Node’s lane',
  createApp: () => createServer({ logError: () => {}, fastLane: false }) as unknown as ContractApplication,
  start: listenOnce,
});

runApplicationContract({
  name: 'http.createServer(app)',
  createApp,
  start: async (app) => tcpSubject(await listen(createHttpServer(app))),
});

runApplicationContract({
  name: 'mounted in another application',
  createApp,
  start: async (app) => {
    const outer = createServer({ logError: () => {} });
    outer.use(app as never);
    return tcpSubject(await listen(createHttpServer(outer)));
  },
});

// What the contract calls Express's must be Express's: it runs there too, but for what Nextpress does its own way.
const ownWay = 'Nextpress differs from Express here, on purpose';
runApplicationContract({
  name: 'Express 5',
  createApp: () => express().set('env', 'test') as unknown as ContractApplication,
  start: async (app) => tcpSubject(await listen(createHttpServer(app))),
  skip: {
    'a path with routes for other methods answers 405 and says which': ownWay,
    'OPTIONS tells what a path allows': ownWay,
    'OPTIONS * is answered': ownWay,
    'the default answers are JSON or text, as the client accepts': ownWay,
    'an error of the server shows neither message nor stack': ownWay,
    'no spelling of a guarded path reaches a handler past its guard': ownWay,
    'one route answers every spelling of its path': ownWay,
    'a malformed escape is answered 400 before any handler runs': ownWay,
  },
});

runHttpContract({
  name: 'node:http',
  start: async (listener) => tcpSubject(await listen(createHttpServer(listener))),
});

runHttpContract({
  name: 'an application of one middleware',
  start: async (listener) =>
    tcpSubject(await listen(createHttpServer(createServer().use((req, res) => listener(req, res))))),
});

async function listenOnce(app: ContractApplication): Promise<Subject> {
  const server = (app as unknown as { listen(port: number, host: string): Server }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return tcpSubject({ port, url: '', close: () => closeAll(server) });
}

function closeAll(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
