// Sends requests while the timers are faked, as Jest's default fake timers do, and prints what comes of them.
import FakeTimers from '@sinonjs/fake-timers';
import { inject } from '../dist/index.js';

function send() {
  const app = (/** @type {any} */ req, /** @type {any} */ res) => req.pipe(res);
  return inject(app, { method: 'POST', url: '/', body: 'hello' }).then(
    ({ body }) => body,
    (error) => error.message,
  );
}

const clock = FakeTimers.install();
const faked = await send();
const request = send();
await clock.runAllAsync();
const advanced = await request;
clock.uninstall();

const other = FakeTimers.install({ toNotFake: ['nextTick'] });
const notFaked = await send();
other.uninstall();
console.log(JSON.stringify({ faked, advanced, notFaked, real: await send() }));
