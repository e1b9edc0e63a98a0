/** @module Upgrades to other protocols, such as the `h2c` that curl and Java ask for, are served as requests without an upgrade. */

import type { IncomingMessage, Server } from 'node:http';
import type { PendingUpgrade } from './pending-upgrade.ts';

/** What asks for an upgrade: headers, and options of `Connection`. */
const UPGRADE_NAMES = new Set(['upgrade', 'http2-settings']);

/** Gives the connection back to the server with the same request, because Node's parser can no longer read its body. */
export function serveWithoutUpgrade(server: Server, pending: PendingUpgrade): void {
  const { req, socket, early } = pending;
  pending.release();
  socket.unshift(Buffer.concat([headOf(req), early]));
  server.emit('setSecureContext' in server ? 'secureConnection' : 'connection', socket);
}

/** The head of a request, without what asks for an upgrade. */
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
