// Every pair of ways to serve one path, against a model of the rule in docs/scope-rules.md.

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveStatic } from '@nextpress/static';
import { closeServer, exchange } from '@nextpress-internal/test-kit';
import express from 'express';
import { describe, expect, test } from 'vitest';
import type { Application, Request, RequestHandler, Router, Scope } from '../../src/index.ts';
import { fastLane, nodeLane } from '../encapsulation/on-nextpress.ts';
import { KINDS, logOf, reply, trace, wildcard } from './trace.ts';

const PATH = '/area/files';
const HOSTS = ['scope /area/files', 'scope /area', 'scope', 'application'] as const;
const SERVED = ['route', 'router', 'express', 'files', 'arrow'] as const;
const REQUESTS = [
  `GET ${PATH}/one`,
  `GET ${PATH}/two`,
  `POST ${PATH}/one`,
  `GET ${PATH}/none`,
  'GET /area/none',
  'GET /none',
];

/** One way to serve `${PATH}/${name}`. */
interface Item {
  readonly host: (typeof HOSTS)[number];
  readonly served: (typeof SERVED)[number];
  readonly name: string;
}

interface Fixture {
  readonly create: () => Application;
  readonly createRouter: () => Router;
  readonly root: string;
}

function add({ host, served, name }: Item, app: Application, fixture: Fixture): void {
  const prefix = prefixOf(host);
  const path = PATH.slice(prefix.length) || '/';
  const fill = (scope: Scope): void => {
    if (served === 'route') scope.get(`${path === '/' ? '' : path}/${name}`, reply(name));
    else scope.use(path, handlerOf(served, name, fixture));
  };
  if (host === 'application') fill(app as Scope);
  else {
    const plugin = (scope: Scope): void => {
      scope.addHook('onRequest', trace(`hook ${name}`)).use(trace(`use ${name}`));
      fill(scope);
    };
    app.register(plugin, prefix === '' ? {} : { prefix });
  }
}

function handlerOf(served: Item['served'], name: string, { createRouter, root }: Fixture): RequestHandler {
  const files = serveStatic(join(root, name)) as RequestHandler;
  if (served === 'router') return createRouter().get(`/${name}`, reply(name)) as never;
  if (served === 'express') return express().get(`/${name}`, reply(name) as never) as never;
  return served === 'files' ? files : (req, res, next) => files(req, res, next);
}

function prefixOf(host: Item['host']): string {
  return host.startsWith('scope ') ? host.slice('scope '.length) : '';
}

interface Claim {
  readonly scope: string;
  readonly length: number;
}

/** The scope of a request, by its name: `app` for the application. */
function scopeOf(items: readonly Item[], spa: 'none' | 'first' | 'last', request: string): string {
  const [method, path = ''] = request.split(' ');
  const scopeName = ({ host, name }: Item): string => (host === 'application' ? 'app' : name);
  const page: Claim[] = method === 'GET' ? [{ scope: 'app', length: 0 }] : [];
  const pathsOf = items.filter(({ served, name }) => {
    return (served === 'route' || served === 'router') && path === `${PATH}/${name}`;
  });
  const routes = pathsOf.map((item): Claim => ({ scope: scopeName(item), length: path.length }));
  const matching = method === 'GET' ? routes : [];
  const [route] = [...(spa === 'first' ? page : []), ...matching, ...(spa === 'last' ? page : [])];
  const inPath = (prefix: string): boolean => `${path}/`.startsWith(`${prefix}/`);
  const prefixes = items
    .filter(({ host }) => prefixOf(host) !== '' && inPath(prefixOf(host)))
    .map((item): Claim => ({ scope: scopeName(item), length: prefixOf(item.host).length }));
  const uses = items
    .filter(({ host, served }) => host !== 'application' && served !== 'route' && inPath(PATH))
    .map((item): Claim => ({ scope: scopeName(item), length: PATH.length }));
  const longest = prefixes.reduce((one, other) => (other.length > one.length ? other : one), {
    scope: 'app',
    length: -1,
  });
  const other = routes.find(({ scope, length }) => {
    return scope !== 'app' && scope !== longest.scope && length >= longest.length;
  });
  const base = route ?? other ?? longest;
  const use = uses.find(({ scope, length }) => length > base.length && scope !== base.scope);
  return (use ?? base).scope;
}

/** What each request has recorded. */
async function logsOf(app: Application, lane: (app: Application) => Server): Promise<string[][]> {
  const seen: Request[] = [];
  const server = lane(app);
  server.prependListener('request', (req: Request) => seen.push(req));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const heads = REQUESTS.map((request) => `${request} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
  await exchange(port, heads, { responses: REQUESTS.length });
  await closeServer(server);
  return seen.map(logOf);
}

describe.each(KINDS)('in %s', (_name, create, createRouter) => {
  const root = mkdtempSync(join(tmpdir(), 'scope-rule-'));
  for (const name of ['one', 'two']) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, name), name);
  }

  describe.each([
    ['the fast lane', fastLane],
    ["Node's lane", nodeLane],
  ] as const)('and %s', (_lane, lane) => {
    describe.each(HOSTS)('%s', (firstHost) => {
      test.each(SERVED)('with a %s', async (firstServed) => {
        const spas = ['none', 'first', 'last'] as const;
        for (const host of HOSTS) {
          for (const served of SERVED) {
            for (const spa of spas) {
              const items: readonly Item[] = [
                { host: firstHost, served: firstServed, name: 'one' },
                { host, served, name: 'two' },
              ];
              const app = create();
              if (spa === 'first') app.get(wildcard(app), (_req, _res, next) => next());
              for (const item of items) add(item, app, { create, createRouter, root });
              if (spa === 'last') app.get(wildcard(app), (_req, _res, next) => next());
              const logs = await logsOf(app, lane);
              const hooks = logs.map((log) => log.filter((entry) => entry.startsWith('hook ')));
              const expected = REQUESTS.map((request) => scopeOf(items, spa, request));
              expect(hooks, JSON.stringify({ items, spa })).toEqual(
                expected.map((scope) => (scope === 'app' ? [] : [`hook ${scope}`])),
              );
            }
          }
        }
      });
    });
  });
});
