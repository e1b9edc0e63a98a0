/** @module The socket of an upgrade, from which Node has removed the listeners that responses need. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
