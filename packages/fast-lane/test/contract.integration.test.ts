import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { runHttpContract, tcpSubject, tlsSubject } from '@nextpress-internal/conformance';
import { serverSecret } from '@nextpress-internal/test-kit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fastLane, type LaneStats } from '../src/index.ts';
import { ShortLivedEstimate } from '../src/internal/connection/lane.ts';

const carriers = {
  TCP: { createServer: (listener: RequestListener): Server => createServer(listener), subject: tcpSubject },
  TLS: {
    createServer: (listener: RequestListener): Server => createSecureServer(serverSecret, listener),
    subject: tlsSubject,
  },
};

const lanes = {
  'the fast lane': { lazy: false, startsInNode: false },
  'the lazy fast lane': { lazy: true, startsInNode: false },
  'the fast lane for connections that start in Node': { lazy: false, startsInNode: true },
};

for (const [carrier, { createServer, subject }] of Object.entries(carriers)) {
  runHttpContract({ name: `node:http over ${carrier}`, createServer, subject });
  describe.each(Object.entries(lanes))(`%s over ${carrier}`, (lane, { lazy, startsInNode }) => {
    const counts: (() => LaneStats)[] = [];
    if (startsInNode) {
      beforeAll(
        () => void vi.spyOn(ShortLivedEstimate.prototype, 'startInNode', 'get').mockReturnValue(true),
      );
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
    test('the lane serves some of the requests', () => {
      const had = ({ fast, handedOver }: LaneStats) => (startsInNode ? handedOver['short-lived'] : fast);
      expect(counts.filter((stats) => Number(had(stats())) > 0).length).toBeGreaterThan(20);
    });
  });
}
