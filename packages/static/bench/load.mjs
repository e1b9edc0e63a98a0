// Requests over keep-alive connections, each asked again as soon as it has been answered.
import { connect } from 'node:net';

/**
 * @param {number} port
 * @param {string} request
 * @param {number} count answers in all
 * @param {number} connections
 * @returns {Promise<number>} the status of the last answer
 */
export async function load(port, request, count, connections) {
  let left = count;
  let status = 0;
  const next = () => left-- > 0;
  const clients = Array.from(
    { length: Math.min(connections, count) },
    () =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', reject).on('close', resolve);
        let missing = -1;
        const ask = () => (next() ? socket.write(request) : socket.destroy());
        socket.on('data', (chunk) => {
          if (missing === -1) {
            const answer = readHead(chunk);
            status = answer.status;
            missing = answer.length;
          }
          missing -= chunk.length;
          if (missing > 0) return;
          missing = -1;
          ask();
        });
        ask();
      }),
  );
  await Promise.all(clients);
  return status;
}

/** @param {Buffer} chunk that begins an answer */
function readHead(chunk) {
  const text = chunk.toString('latin1', 0, Math.min(chunk.length, 2_048));
  const status = Number(text.slice(9, 12));
  const end = text.indexOf('\r\n\r\n') + 4;
  if (end < 4) throw new Error('the head came in pieces');
  const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${text}`);
  return { status, length: end + length };
}
