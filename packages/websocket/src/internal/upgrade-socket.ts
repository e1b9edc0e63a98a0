/** @module The socket of an upgrade, from which Node has removed the listeners that responses need. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';

/** A socket with Node's record of the oldest pending response. */
export type UpgradeSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Lets a response that waits for the client go on. */
export function resumeResponse(this: UpgradeSocket): void {
  const pending = this._httpMessage;
  if (pending?.writableNeedDrain) pending.emit('drain');
}

/** Calls back when the responses to earlier requests have been sent. Node emits `upgrade` before that. */
export function whenIdle(socket: UpgradeSocket, callback: () => void): void {
  const pending = socket._httpMessage;
  // Node assigns the next response in a listener that has been added before this one.
  if (pending) pending.once('finish', () => whenIdle(socket, callback));
  else if (socket.writable) callback();
}

/**
 * Ends a connection to which no listener for upgrades writes within some milliseconds: nothing reads it, so its client could leave unnoticed.
 */
export function endUnlessServed(socket: UpgradeSocket, milliseconds: number): void {
  const { bytesWritten } = socket;
  const timer = setTimeout(() => {
    if (socket.bytesWritten === bytesWritten) socket.destroy();
  }, milliseconds).unref();
  // Without a listener for `error`, a lost connection would end the process.
  socket.on('error', () => {}).once('close', () => clearTimeout(timer));
}
