import { type HostileFramework, runHostileSuite } from '@nextpress-internal/conformance';
import { serverSecret } from '@nextpress-internal/test-kit';
import * as nextpress from '../../src/index.ts';

const carriers = {
  TCP: { options: {} },
  // What an algorithm costs is the same behind TLS, and the machine works twice for it.
  TLS: { options: { tls: serverSecret }, without: ['algorithms'] },
};
const lanes = { 'the fast lane': true, 'Node’s lane': false };

for (const [carrier, { options, ...rest }] of Object.entries(carriers)) {
  for (const [lane, fastLane] of Object.entries(lanes)) {
    runHostileSuite({
      name: `an application in ${lane} over ${carrier}`,
      framework: nextpress as unknown as HostileFramework,
      options: { fastLane, ...options },
      ...rest,
    });
  }
}
