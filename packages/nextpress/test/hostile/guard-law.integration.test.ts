import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer, exchange } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application, ServerOptions } from '../../src/index.ts';
import { type GuardArrangement, guardArrangements, guardedApplication } from './guard-arrangement.ts';
import { spelledTargets } from './spelled-target.ts';

// If a file under a guarded prefix is served, its guard ran, with every spelling of the path.

const SECRET = 'the content of the guarded file';
const SECRETS = [
  'site/admin/secret.txt',
  'site/admin/secret.txt.gz',
  'site/admin/deep/secret.txt',
  'site/admin/index.html',
  'site/admin/.env',
  'theme/admin/deep/secret.txt',
  'theme/admin/deep/secret.txt.br',
  'theme/admin/.env',
];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guard-law-'));
  for (const directory of ['site/x', 'site/admin/deep', 'theme/admin/deep'])
    mkdirSync(join(folder, directory), { recursive: true });
  for (const file of SECRETS) writeFileSync(join(folder, file), SECRET);
  writeFileSync(join(folder, 'site/public.txt'), 'public');
});
afterAll(() => rmSync(folder, { recursive: true }));

const applicationOf = (arrangement: GuardArrangement, options: ServerOptions = {}): Application =>
  guardedApplication(arrangement, join(folder, 'site'), join(folder, 'theme'), options);

const lanes: Readonly<Record<string, (arrangement: GuardArrangement) => Server>> = {
  'the fast lane': (arrangement) => applicationOf(arrangement).listen(0, '127.0.0.1'),
  'Node’s lane': (arrangement) => applicationOf(arrangement, { fastLane: false }).listen(0, '127.0.0.1'),
  'a Node server': (arrangement) => createHttpServer(applicationOf(arrangement)).listen(0, '127.0.0.1'),
};

// Without `Connection: close`, which the fast lane leaves to Node.
const HEADERS = 'Host: a\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\n';

const attacks = guardArrangements.chain((arrangement) =>
  fc.record({
    arrangement: fc.constant(arrangement),
    targets: fc.array(spelledTargets(encodeURI(decodeURI(arrangement.mounts.join('')))), {
      minLength: 20,
      maxLength: 20,
    }),
  }),
);

test.each(Object.keys(lanes))('no guarded file is served past its guard in %s', async (lane) => {
  let served = 0;
  await fc.assert(
    fc.asyncProperty(attacks, async ({ arrangement, targets }) => {
      const server = lanes[lane]?.(arrangement) as Server;
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as { port: number };
      try {
        const responses = await Promise.all(
          targets.map((target) =>
            exchange(port, `GET ${target} HTTP/1.1\r\n${HEADERS}\r\n`, { responses: 1 }),
          ),
        );
        for (const [index, [response]] of responses.entries()) {
          if (response?.body !== SECRET) continue;
          served++;
          expect(response.headers['x-guarded'], targets[index]).toBe('1');
        }
      } finally {
        await closeServer(server);
      }
    }),
    { numRuns: 40 },
  );
  // Otherwise the generator never reaches the file, and the test proves nothing.
  expect(served).toBeGreaterThan(10);
});
