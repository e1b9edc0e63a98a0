import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import { caseCount, closeServer, exchange } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Application, Request } from '../../src/index.ts';
import type { LayerRegistry } from '../../src/internal/planning/layer-registry.ts';
import { REGISTRY } from '../../src/internal/registration/registry.ts';
import { KINDS, logOf } from '../scopes/trace.ts';
import { buildGuarded, guardedApplication, otherScopes, passedGuards } from './generated-guards.ts';
import { fastLane, nodeLane } from './on-nextpress.ts';

/** What each request has recorded. */
async function logsOf(
  app: Application,
  lane: (app: Application) => Server,
  requests: readonly string[],
): Promise<string[][]> {
  const seen: Request[] = [];
  const server = lane(app);
  server.prependListener('request', (req: Request) => seen.push(req));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const heads = requests.map((request) => `${request} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
  const methods = requests.map((request) => request.slice(0, request.indexOf(' ')));
  await exchange(port, heads, { responses: requests.length, methods });
  await closeServer(server);
  return seen.map(logOf);
}

describe.each(KINDS)('%s', (_name, create, createRouter) => {
  const syntax = 'del' in create() ? 4 : 5;

  test.each([
    ['the fast lane', fastLane],
    ["Node's lane", nodeLane],
  ] as const)(
    'runs every guard of a scope before its handlers, and none of another scope, in %s',
    async (_lane, lane) => {
      await fc.assert(
        fc.asyncProperty(guardedApplication, async (guarded) => {
          const app = buildGuarded(guarded, { create, createRouter, syntax });
          await app.ready();
          const logs = await logsOf(app, lane, guarded.requests);
          expect(logs.map(passedGuards)).toEqual(guarded.requests.map(() => []));
          expect(logs.map(otherScopes)).toEqual(guarded.requests.map(() => []));
        }),
        { numRuns: caseCount(250) },
      );
    },
  );

  test('finds the first route of a request in the scope that the request is in', async () => {
    await fc.assert(
      fc.asyncProperty(guardedApplication, async (guarded) => {
        const app = buildGuarded(guarded, { create, createRouter, syntax });
        await app.ready();
        const plan = (app as unknown as { readonly [REGISTRY]: LayerRegistry })[REGISTRY].plan();
        for (const request of guarded.requests) {
          const [method, target] = request.split(' ') as [string, string];
          const pathname = parseRequestTarget(target)?.pathname ?? '/';
          const first = plan.findFirst(method, pathname)?.value;
          if (first !== undefined) expect(plan.scopeOf(method, pathname, 0)).toBe(first.owner);
        }
      }),
      { numRuns: caseCount(500) },
    );
  });
});
