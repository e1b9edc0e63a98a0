import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { runHttpContract, tcpSubject, tlsSubject } from '@nextpress-internal/conformance';
import { serverSecret } from '@nextpress-internal/test-kit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fastLane, type LaneStats } from '../src/index.ts';
import { Newcomers } from '../src/internal/connection/newcomers.ts';

const carriers = {
  TCP: { createServer: (listener: RequestListener): Server => createServer(listener), subject: tcpSubject },
  TLS: {
    createServer: (listener: RequestListener): Server => createSecureServer(serverSecret, listener),
    subject: tlsSubject,
  },
};

const lanes = {
  'the fast lane': { lazy: false, beginsAtNode: false },
  'the lazy fast lane': { lazy: true, beginsAtNode: false },
  'the fast lane behind Node': { lazy: false, beginsAtNode: true },
};

for (const [carrier, { createServer, subject }] of Object.entries(carriers)) {
  runHttpContract({ name: `node:http over ${carrier}`, createServer, subject });
  describe.each(Object.entries(lanes))(`%s over ${carrier}`, (lane, { lazy, beginsAtNode }) => {
    const counts: (() => LaneStats)[] = [];
    if (beginsAtNode) {
      beforeAll(() => void vi.spyOn(Newcomers.prototype, 'areNodes', 'get').mockReturnValue(true));
      afterAll(() => void vi.restoreAllMocks());
    }
    runHttpContract({
      name: lane,
      createServer: (listener) => {
        const server = fastLane(createServer(listener), { lazy });
        counts.push(() => server.stats());
        return server;
      },
      subject,
    });
    test('has had a part in it', () => {
      const had = ({ fast, handedOver }: LaneStats) => (beginsAtNode ? handedOver.brief : fast);
      expect(counts.filter((stats) => Number(had(stats())) > 0).length).toBeGreaterThan(20);
    });
  });
}
