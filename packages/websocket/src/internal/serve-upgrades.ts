/** @module Runs the application for requests that ask for an upgrade, which Node leaves to a listener of the server. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Application } from '@nextpress/server';
import type { Hub, PendingUpgrade } from './hub.ts';
import { WebSocketPaths } from './websocket-routes.ts';

/** A request for an upgrade to WebSocket, until a handler accepts it. */
const UPGRADE: unique symbol = Symbol('upgrade');

/** What a handler needs to accept a request. */
export interface Upgrade extends PendingUpgrade {
  readonly hub: Hub;
}

type UpgradeRequest = IncomingMessage & { [UPGRADE]?: Upgrade };

export function upgradeOf(req: IncomingMessage): Upgrade | undefined {
  return (req as UpgradeRequest)[UPGRADE];
}

export function serveUpgrades(app: Application, server: Server, hub: Hub): void {
  const routes = new WebSocketPaths(app);
  server.on('upgrade', (req: UpgradeRequest, socket: Duplex, head: Buffer) => {
    // Such as socket.io, which listens for its own path.
    const hasOthers = server.listenerCount('upgrade') > 1;
    if (hasOthers && !routes.has(req.url ?? '')) return;
    const res = openResponse(app, req, socket);
    if (hasBody(req)) refuseBody(res);
    else {
      if (req.headers.upgrade?.toLowerCase() === 'websocket') req[UPGRADE] = { req, socket, head, hub };
      app(req, res);
    }
  });
}

/** A refusal is an ordinary response, after which the connection ends. */
function openResponse(app: Application, req: IncomingMessage, socket: Duplex): ServerResponse {
  const Response = app.response.constructor as typeof ServerResponse;
  const res: ServerResponse = new Response(req);
  res.shouldKeepAlive = false;
  socket.on('error', ignore);
  res.assignSocket(socket as never);
  res.once('finish', () => {
    res.detachSocket(socket as never);
    (socket as Duplex & { destroySoon(): void }).destroySoon();
  });
  return res;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Node's parser has stopped after the head, so nothing can read a body. */
function refuseBody(res: ServerResponse): void {
  res.statusCode = 400;
  res.end('An upgrade with a body is not supported.\n');
}

function ignore(): void {}
