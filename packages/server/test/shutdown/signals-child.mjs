// Listens with the option `signals`, and reports each step as a line. The first argument names the scenario.
import { once } from 'node:events';
import { createServer } from '@nextpress/server';

const scenario = process.argv[2];
const say = (/** @type {unknown} */ line) => process.stdout.write(`${line}\n`);
const count = () => process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');

const app = createServer();
app.get('/hold', (_req, res) => {
  say('held');
  process.once('SIGTERM', () => {
    if (scenario === 'finish') setTimeout(() => res.send('late'), 20);
  });
});
app.addHook('onClose', () => {
  say('closed');
  if (scenario === 'failing') throw new Error('stuck');
});
if (scenario === 'stuck') app.addHook('preClose', () => new Promise(() => {}));
const before = count();
const signals = scenario === 'cut' || scenario === 'stuck' ? { grace: 20 } : true;
const server = app.listen(0, { host: '127.0.0.1', signals });
// A second server of the same application: both close.
const second = app.listen(0, { host: '127.0.0.1', signals });
await Promise.all([once(server, 'listening'), once(second, 'listening')]);
say(`listeners ${count() - before}`);
// Would keep the process alive.
setInterval(() => {}, 1_000);
if (scenario === 'programmatic') {
  await app.close();
  say(`listeners ${count() - before}`);
  process.exit();
}
say(`port ${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`);
