/** @module Runs the application for upgrade requests, which Node passes to a listener on the server. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import type { Application, RouteTable, RowGroup } from '@nextpress/server';
import { ACCEPTS_UPGRADES, ROUTES, UPGRADE } from '@nextpress-internal/internals/keys';
import type { OpenSocket } from '@nextpress-internal/internals/node';
import type { Hub } from './hub.ts';
import { PendingUpgrade, whenIdle } from './pending-upgrade.ts';

/** The key for a request's pending WebSocket upgrade. */
const PENDING: unique symbol = Symbol('pending');

/** What a handler needs in order to accept an upgrade. */
interface Acceptance {
  readonly hub: Hub;
  readonly pending: PendingUpgrade;
}

type UpgradeRequest = IncomingMessage & { [PENDING]?: Acceptance; [UPGRADE]?: boolean };

/** Whether Node reads the bodies of upgrade requests. Their connections cannot be used for further requests. */
const READS_BODIES = Number.parseInt(process.versions.node, 10) >= 26;

/** Requests that an application is already serving. Applications can share a server, and their paths can overlap. */
const served = new WeakSet<IncomingMessage>();

/** Returns what a handler needs in order to accept an upgrade; `undefined` if the request does not ask for one. */
export function acceptanceOf(req: IncomingMessage): Acceptance | undefined {
  return (req as UpgradeRequest)[PENDING];
}

/** The upgrade listeners that this package has added. Others, such as socket.io's, serve paths of their own. */
const listeners = new WeakSet<object>();

export function serveUpgrades(app: Application, server: Server, hub: Hub): void {
  const hasUpgradeRoute = upgradeRoutes(app as never);
  const onUpgrade = (req: UpgradeRequest, _stream: unknown, head: Buffer): void => {
    // Since version 26, Node may pass a different stream while its parser reads a body.
    const socket = req.socket as OpenSocket;
    if (served.has(req)) return;
    const hasRoute = hasUpgradeRoute(req);
    if (!hasRoute && isForOthers(server, onUpgrade)) {
      hub.leave(socket);
      return;
    }
    served.add(req);
    const isRead = READS_BODIES && hasBody(req);
    const pending = new PendingUpgrade(req, socket, head, isRead);
    whenIdle(socket, () => {
      if (isWebSocket(req)) {
        req[UPGRADE] = hasRoute && req.method === 'GET';
        serveUpgrade(app, hub, pending);
      } else if (isRead) app(req, openResponse(app, pending));
      else serveWithoutUpgrade(server, pending);
    });
  };
  listeners.add(onUpgrade);
  server.on('upgrade', onUpgrade);
}

/**
 * Whether a listener may leave an upgrade without a route to another listener. Among applications, the last one
 * responds.
 */
function isForOthers(server: Server, onUpgrade: object): boolean {
  const all: object[] = server.listeners('upgrade');
  return (
    all.findLast((listener) => listeners.has(listener)) !== onUpgrade ||
    all.some((listener) => !listeners.has(listener))
  );
}

/** Creates the function that checks whether a route accepts an upgrade. */
function upgradeRoutes(app: { [ROUTES](): RouteTable }): (req: IncomingMessage) => boolean {
  let table: RouteTable = [];
  let accepting: RouteTable = [];
  return ({ url = '' }) => {
    const known = table;
    table = app[ROUTES]();
    if (table !== known) accepting = table.filter((row) => row.groups().some(acceptsUpgrades));
    const pathname = parseRequestTarget(url)?.pathname;
    return pathname !== undefined && accepting.some((row) => row.rest(pathname) !== undefined);
  };
}

function acceptsUpgrades({ methods, handlers }: RowGroup): boolean {
  const isForGet = methods.includes('GET') || methods.includes('*');
  return isForGet && handlers.some((handler) => ACCEPTS_UPGRADES in handler);
}

function serveUpgrade(app: Application, hub: Hub, pending: PendingUpgrade): void {
  const req = pending.req as UpgradeRequest;
  const res = openResponse(app, pending);
  const refuse = (status: number, message: string): void => {
    res.statusCode = status;
    res.end(`${message}\n`);
  };
  const problem = problemWith(req);
  if (problem !== undefined) refuse(400, problem);
  else if (hub.admit(pending, () => refuseLate(res, pending))) {
    req[PENDING] = { hub, pending };
    app(req, res);
  } else refuse(503, 'Too many WebSocket connections.');
}

/**
 * Responds to an upgrade that handlers neither accepted nor refused in time. The response object is not ended, because
 * it would then throw if a handler used it later. It only sees the connection close.
 */
function refuseLate(res: ServerResponse, { socket }: PendingUpgrade): void {
  if (res.headersSent) return;
  res.statusCode = 503;
  const message = 'The upgrade took too long.\n';
  const head = `HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: ${message.length}\r\n\r\n`;
  socket.end(head + message).destroySoon();
}

/** Creates the response for a refusal, after which the connection ends. */
function openResponse(app: Application, pending: PendingUpgrade): ServerResponse {
  const { req, socket } = pending;
  const Response = app.response.constructor as typeof ServerResponse;
  const res: ServerResponse = new Response(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.once('finish', () => {
    res.detachSocket(socket);
    pending.finish();
  });
  return res;
}

function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Node's parser stops after the head: it does not check `Host`, and before Node 26 nothing can read a body. */
function problemWith(req: IncomingMessage): string | undefined {
  // RFC 6455 §4.2.1
  if (req.httpVersionMajor === 1 && req.httpVersionMinor === 0) return 'WebSocket requires HTTP/1.1.';
  if (req.headers.host === undefined) return 'The Host header is missing.';
  return hasBody(req) ? 'An upgrade with a body is not supported.' : undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Names that request an upgrade, both as headers and as options of `Connection`. */
const UPGRADE_NAMES = new Set(['upgrade', 'http2-settings']);

/** Feeds the request back into the server as an ordinary one, because Node's parser can no longer read its body. */
function serveWithoutUpgrade(server: Server, pending: PendingUpgrade): void {
  const { req, socket, early } = pending;
  pending.release();
  socket.unshift(Buffer.concat([headOf(req), early]));
  server.emit('setSecureContext' in server ? 'secureConnection' : 'connection', socket);
}

/** Returns the head of a request, without the parts that ask for an upgrade. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const key = name.toLowerCase();
    const rest = key === 'connection' ? withoutUpgrade(value) : value;
    if (!UPGRADE_NAMES.has(key)) head += `${name}: ${rest}\r\n`;
  }
  return Buffer.from(`${head}\r\n`, 'latin1');
}

function withoutUpgrade(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !UPGRADE_NAMES.has(option.toLowerCase())).join(', ');
}
