// Responds over the sockets that it is sent.
process.on('message', (_, socket) => {
  const { end } = /** @type {import('node:net').Socket} */ (socket);
  end.call(socket, 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nchild');
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
