/**
 * The client's end of a connection.
 *
 * @typedef {object} ClientEnd
 * @property {import('node:net').Socket} socket
 * @property {boolean} ready It has connected.
 * @property {string} fate How the connection has ended, seen from the client; `open` until then.
 * @property {boolean} ended It has ended its side.
 * @property {number} sent Bytes.
 * @property {number} received Bytes.
 */

/**
 * Whether everything in transit between the two ends has arrived. This counts bytes instead of waiting, so that the load
 * of the machine does not matter.
 *
 * @param {ClientEnd} client
 * @param {import('node:net').Socket | undefined} server The server's end, once accepted.
 */
export function isSettled({ socket, ready, fate, ended, sent, received }, server) {
  if (server === undefined || !ready) return socket.destroyed;
  if (socket.destroyed) return server.destroyed && server.closed;
  if (server.destroyed) return server.closed && fate !== 'open';
  if (server.bytesRead < sent) return false;
  if (ended && !server.readableEnded) return false;
  if (server.writableFinished && fate === 'open') return false;
  return server.bytesWritten - server.writableLength === received;
}
