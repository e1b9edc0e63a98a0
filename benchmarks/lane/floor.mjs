import { createServer } from 'node:net';

const body = '{"hello":"world"}';
const response = [
  'HTTP/1.1 200 OK',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${body.length}`,
  `Date: ${new Date().toUTCString()}`,
  'Connection: keep-alive',
  'Keep-Alive: timeout=5',
  '',
  body,
].join('\r\n');
const end = Buffer.from('\r\n\r\n');

/** What `node:net` costs: a fixed answer to each end of a head, and no parsing. Heads must end in whole chunks. */
export function createFloor() {
  return createServer({ noDelay: true }, (socket) => {
    socket.on('data', (chunk) => {
      let answers = '';
      for (let at = chunk.indexOf(end); at !== -1; at = chunk.indexOf(end, at + end.length)) {
        answers += response;
      }
      socket.write(answers, 'latin1');
    });
    socket.on('error', () => socket.destroy());
  });
}
