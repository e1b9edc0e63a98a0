import { connect } from 'node:net';

/** Sends text as latin1 to a loopback port and returns, as latin1, all that comes until the server ends the connection. */
export function converse(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
    .setEncoding('latin1')
    .on('error', () => {});
  socket.write(text, 'latin1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  return new Promise((resolve) => socket.on('close', () => resolve(received)));
}
