/**
 * The client's end of a connection.
 *
 * @typedef {object} ClientEnd
 * @property {import('node:net').Socket} socket
 * @property {boolean} ready It is connected.
 * @property {string} fate What became of the connection, seen from here: at first `open`.
 * @property {boolean} ended It has ended its side.
 * @property {number} sent Bytes.
 * @property {number} received Bytes.
 */

/**
 * Whether everything that is under way between the two ends has arrived. However busy the machine is, what hasn't come
 * yet is seen to be missing.
 *
 * @param {ClientEnd} client
 * @param {import('node:net').Socket | undefined} server The other end, once the server has it.
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
