const end = Buffer.from('\r\n\r\n');

/**
 * For `createServer` of `node:net`: the same answer to each end of a head, and no parsing. Requests must have no body.
 *
 * @param {string} type @param {string} body
 * @returns {(socket: import('node:net').Socket) => void}
 */
export function fixedAnswer(type, body) {
  const response = [
    'HTTP/1.1 200 OK',
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: keep-alive',
    'Keep-Alive: timeout=5',
    '',
    body,
  ].join('\r\n');
  return (socket) => {
    socket.setNoDelay();
    socket.on('data', (chunk) => {
      let answers = '';
      for (let at = chunk.indexOf(end); at !== -1; at = chunk.indexOf(end, at + end.length)) {
        answers += response;
      }
      socket.write(answers, 'latin1');
    });
    socket.on('error', () => socket.destroy());
  };
}
