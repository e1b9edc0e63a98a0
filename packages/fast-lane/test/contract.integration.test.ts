import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { runHttpContract, tcpSubject, tlsSubject } from '@nextpress-internal/conformance';
import { serverSecret } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { fastLane } from '../src/index.ts';

const carriers = {
  TCP: { createServer: (listener: RequestListener): Server => createServer(listener), subject: tcpSubject },
  TLS: {
    createServer: (listener: RequestListener): Server => createSecureServer(serverSecret, listener),
    subject: tlsSubject,
  },
};

const lanes = { 'the fast lane': { lazy: false }, 'the lazy fast lane': { lazy: true } };

for (const [carrier, { createServer, subject }] of Object.entries(carriers)) {
  runHttpContract({ name: `node:http over ${carrier}`, createServer, subject });
  for (const [lane, options] of Object.entries(lanes)) {
    const name = `${lane} over ${carrier}`;
    const counts: (() => { readonly fast: number })[] = [];
    runHttpContract({
      name,
      createServer: (listener) => {
        const server = fastLane(createServer(listener), options);
        counts.push(() => server.stats());
        return server;
      },
      subject,
    });
    test(`${name} has answered what is ordinary of it`, () => {
      expect(counts.filter((stats) => stats().fast > 0).length).toBeGreaterThan(20);
    });
  }
}
