import { createServer as createHttpServer, type Server } from 'node:http';
import {
  type ContractApplication,
  listeningSubject,
  runApplicationContract,
  runHttpContract,
  type Subject,
  tcpSubject,
} from '@nextpress-internal/conformance';
import { listen, serverSecret } from '@nextpress-internal/test-kit';
import express from 'express';
import { createServer } from '../src/index.ts';

const carriers = { TCP: {}, TLS: { tls: serverSecret } };
const lanes = { 'the fast lane': true, 'Node’s lane': false };

for (const [carrier, options] of Object.entries(carriers)) {
  for (const [lane, fastLane] of Object.entries(lanes)) {
    runApplicationContract({
      name: `app.listen() in ${lane} over ${carrier}`,
      createApp: () =>
        createServer({ logError: () => {}, fastLane, ...options }) as unknown as ContractApplication,
      start: listenOnce,
    });
  }
}

const createApp = (): ContractApplication =>
  createServer({ logError: () => {} }) as unknown as ContractApplication;

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
    'a path with routes for other methods gets 405 with Allow': ownWay,
    'OPTIONS tells what a path allows': ownWay,
    'OPTIONS * gets a response': ownWay,
    'the default responses are problem details or text, as the client accepts': ownWay,
    'an error of the server shows neither message nor stack': ownWay,
    'no spelling of a guarded path reaches a handler past its guard': ownWay,
    'one route matches every spelling of its path': ownWay,
    'a malformed escape gets 400 before any handler runs': ownWay,
  },
});

runHttpContract({
  name: 'an application of one middleware',
  createServer: (listener) => createHttpServer(createServer().use((req, res) => listener(req, res))),
});

function listenOnce(app: ContractApplication): Promise<Subject> {
  return listeningSubject(
    (app as unknown as { listen(port: number, host: string): Server }).listen(0, '127.0.0.1'),
  );
}
