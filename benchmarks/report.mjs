/**
 * The server's side of the runner: says where it listens, then, whenever asked, how much processor time the
 * process has used so far.
 *
 * @param {import('node:net').Server | import('@hono/node-server').ServerType} server
 */
export function report(server) {
  const announce = () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) process.send?.({ port: address.port });
  };
  if (server.listening) announce();
  else server.once('listening', announce);

  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
  // The runner decides when it ends, also when Ctrl-C reaches the whole process group.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
}
