// A server of its own process: `serve.mjs <module> <name>` serves what the module exports under that name, tells its port
// and, whenever it is asked, the processor time that it has used.

/** @typedef {Record<string, () => import('node:http').Server | Promise<import('node:http').Server>>} Participants */

const [file = '', name = ''] = process.argv.slice(2);
/** @type {{ participants: Participants }} */
const { participants } = await import(file);
const server = await participants[name]?.();
if (server === undefined) throw new Error(`${file} has no participant "${name}"`);
if (!server.listening) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
}
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
