/** @module Runs the application for requests that ask for an upgrade, which Node leaves to a listener of the server. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Application } from '@nextpress/server';
import type { Hub, PendingUpgrade } from './hub.ts';
import { serveWithoutUpgrade } from './serve-without-upgrade.ts';
import { listenForNode, type UpgradeSocket, whenIdle } from './upgrade-socket.ts';
import { WebSocketPaths } from './websocket-routes.ts';

/** A request for an upgrade to WebSocket, until a handler accepts it. */
const UPGRADE: unique symbol = Symbol('upgrade');

/** What a handler needs to accept a request. */
export interface Upgrade extends PendingUpgrade {
  readonly hub: Hub;
}

type UpgradeRequest = IncomingMessage & { [UPGRADE]?: Upgrade };

/** Whether Node reads the bodies of upgrades. The connection is of no use for further requests then. */
const READS_BODIES = Number.parseInt(process.versions.node, 10) >= 26;

/** Requests that an application serves: applications can share a server, and their paths can overlap. */
const served = new WeakSet<IncomingMessage>();

export function upgradeOf(req: IncomingMessage): Upgrade | undefined {
  return (req as UpgradeRequest)[UPGRADE];
}

export function serveUpgrades(app: Application, server: Server, hub: Hub): void {
  const routes = new WebSocketPaths(app);
  server.on('upgrade', (req: UpgradeRequest, _stream: unknown, head: Buffer) => {
    // From version 26 on Node may pass another stream, while its parser reads a body.
    const socket = req.socket as UpgradeSocket;
    // Such as socket.io, which listens for its own path.
    const hasOthers = server.listenerCount('upgrade') > 1;
    if (served.has(req) || (hasOthers && !routes.has(req.url ?? ''))) return;
    served.add(req);
    listenForNode(socket);
    whenIdle(socket, () => {
      if (isWebSocket(req)) serveUpgrade(app, { req, socket, head, hub });
      else if (READS_BODIES && hasBody(req)) app(req, openResponse(app, { req, socket, head }));
      else serveWithoutUpgrade(server, { req, socket, head });
    });
  });
}

function serveUpgrade(app: Application, upgrade: Upgrade): void {
  const req = upgrade.req as UpgradeRequest;
  const res = openResponse(app, upgrade);
  const trouble = troubleOf(req);
  if (trouble === undefined) {
    req[UPGRADE] = upgrade;
    app(req, res);
  } else {
    res.statusCode = 400;
    res.end(`${trouble}\n`);
  }
}

/** A refusal is an ordinary response, after which the connection ends. */
function openResponse(app: Application, { req, socket }: PendingUpgrade): ServerResponse {
  const Response = app.response.constructor as typeof ServerResponse;
  const res: ServerResponse = new Response(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.once('finish', () => {
    res.detachSocket(socket);
    socket.destroySoon();
  });
  return res;
}

function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Node's parser has stopped after the head: it has not looked for `Host`, and before version 26 nothing can read a body. */
function troubleOf(req: IncomingMessage): string | undefined {
  if (req.headers.host === undefined) return 'The Host header is missing.';
  return hasBody(req) ? 'An upgrade with a body is not supported.' : undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
