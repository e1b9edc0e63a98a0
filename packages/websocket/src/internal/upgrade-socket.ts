/** @module The socket of an upgrade, from which Node has removed the listeners that responses need. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A socket with Node's record of the oldest pending response. */
export type UpgradeSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Does what the listeners do that Node has removed. Without one for `error`, a lost connection would end the process. */
export function listenForNode(socket: UpgradeSocket): void {
  socket.on('error', ignore);
  socket.on('drain', resumeResponse);
}

/** Lets a response that waits for the client go on. */
function resumeResponse(this: UpgradeSocket): void {
  const pending = this._httpMessage;
  if (pending?.writableNeedDrain) pending.emit('drain');
}

/** Removes the listeners again, for the next owner of the socket. */
export function stopListening(socket: UpgradeSocket): void {
  socket.off('error', ignore);
  socket.off('drain', resumeResponse);
}

/** Calls back when the responses to earlier requests have been sent. Node emits `upgrade` before that. */
export function whenIdle(socket: UpgradeSocket, callback: () => void): void {
  const pending = socket._httpMessage;
  // Node assigns the next response in a listener that has been added before this one.
  if (pending) pending.once('finish', () => whenIdle(socket, callback));
  else if (socket.writable) callback();
}

function ignore(): void {}
