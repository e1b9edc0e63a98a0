import { type HostileFramework, http2Subject, runHostileSuite } from '@nextpress-internal/conformance';
import { isFullRun, serverSecret } from '@nextpress-internal/test-kit';
import { afterAll, vi } from 'vitest';
import express from '../../src/express.ts';
import * as nextpress from '../../src/index.ts';

const lanes = { 'the fast lane': true, 'Node’s lane': false };
const framework = nextpress as unknown as HostileFramework;

for (const [lane, fastLane] of Object.entries(lanes)) {
  runHostileSuite({ name: `an application in ${lane}`, framework, options: { fastLane } });

  if (!isFullRun) continue;
  // The cost of algorithms does not depend on TLS.
  runHostileSuite({
    name: `an application in ${lane} over TLS`,
    framework,
    options: { fastLane, tls: serverSecret },
    only: [
      'guards',
      'paths',
      'links',
      'routes',
      'bodies',
      'contentTypes',
      'namedFields',
      'originFields',
      'protocol',
    ],
  });
}

runHostileSuite({
  name: 'an application over HTTP/2',
  framework,
  options: { http2: true },
  subject: http2Subject,
  // The cost of algorithms is the same, and the cases of protocol and of repeated fields are bytes of HTTP/1.1.
  only: ['guards', 'paths', 'links', 'routes', 'bodies', 'contentTypes', 'responseHeaders', 'crossOrigin'],
});

if (isFullRun) {
  runHostileSuite({
    name: 'an application with its files in memory',
    framework: {
      ...framework,
      // Listings need the disk.
      serveStatic: (root, options) =>
        framework.serveStatic(root, { snapshot: !(options && 'list' in options), ...options }),
    },
    options: {},
    only: ['guards', 'paths', 'links'],
  });
}

// As in Express, unhandled errors are printed, also those of clients.
const log = vi.spyOn(console, 'error').mockImplementation(() => {});
afterAll(() => log.mockRestore());
runHostileSuite({
  name: 'an application of express()',
  framework: { ...framework, createServer: expressApplication },
  options: {},
  // The cost of algorithms and the reading of connections are the same. Links are followed, as in Express.
  only: [
    'guards',
    'paths',
    'routes',
    'bodies',
    'contentTypes',
    'namedFields',
    'originFields',
    'responseHeaders',
    'crossOrigin',
  ],
});

/** Turns the options of the suite into settings of Express. */
function expressApplication(
  options: { trustProxy?: unknown; queryParser?: string } = {},
): ReturnType<HostileFramework['createServer']> {
  const app = express().set('env', 'production');
  if (options.trustProxy !== undefined) app.set('trust proxy', options.trustProxy);
  if (options.queryParser !== undefined) app.set('query parser', options.queryParser);
  return app as unknown as ReturnType<HostileFramework['createServer']>;
}
