/** @module Upgrade requests, whose connection Node no longer reads. */

import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { fieldsOf, pairsOf } from './fields.ts';

/** The headers that ask for an upgrade. */
const UPGRADE_HEADERS = new Set(['connection', 'upgrade', 'http2-settings']);

/**
 * Passes an upgrade request with a body back to the server without its upgrade headers: before 24.9, Node cannot read the body
 * otherwise.
 */
export function serveWithoutUpgrade(server: Server, req: IncomingMessage, head: Buffer): void {
  const fields = pairsOf(fieldsOf(req.rawHeaders, UPGRADE_HEADERS)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const text = `${req.method} ${req.url} HTTP/${req.httpVersion}\r\n${fields.join('')}Connection: close\r\n\r\n`;
  req.socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]));
  server.emit('connection', req.socket);
}

/** A response after which the connection closes, unless it is detached before. */
export function upgradeResponse(req: IncomingMessage): ServerResponse {
  const { socket } = req;
  const res = new ServerResponse(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.on('finish', () => socket.destroySoon());
  return res;
}
