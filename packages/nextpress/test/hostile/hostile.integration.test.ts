import { type HostileFramework, runHostileSuite } from '@nextpress-internal/conformance';
import { serverSecret } from '@nextpress-internal/test-kit';
import { vi } from 'vitest';
import express from '../../src/express.ts';
import * as nextpress from '../../src/index.ts';

const lanes = { 'the fast lane': true, 'Node’s lane': false };
const framework = nextpress as unknown as HostileFramework;

for (const [lane, fastLane] of Object.entries(lanes)) {
  runHostileSuite({ name: `an application in ${lane}`, framework, options: { fastLane } });

  // What an algorithm costs is the same behind TLS.
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
  name: 'an application with its files in memory',
  framework: {
    ...framework,
    // A listing is read from the disk.
    serveStatic: (root, options) =>
      framework.serveStatic(root, { snapshot: !(options && 'list' in options), ...options }),
  },
  options: {},
  only: ['guards', 'paths', 'links'],
});

// As Express does, it prints every error that nobody handles, also those that are the client's.
vi.spyOn(console, 'error').mockImplementation(() => {});
runHostileSuite({
  name: 'an application that says express()',
  framework: { ...framework, createServer: expressApplication },
  options: {},
  // What an algorithm costs, and how connections are read, is the same. Links are followed, as Express does.
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

/** The settings of Express that the suite's options are. */
function expressApplication(
  options: { trustProxy?: unknown; queryParser?: string } = {},
): ReturnType<HostileFramework['createServer']> {
  const app = express().set('env', 'production');
  if (options.trustProxy !== undefined) app.set('trust proxy', options.trustProxy);
  if (options.queryParser !== undefined) app.set('query parser', options.queryParser);
  return app as unknown as ReturnType<HostileFramework['createServer']>;
}
