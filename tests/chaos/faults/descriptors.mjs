import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const STEP = 50;

/** @type {import('./fault.mjs').Fault} */
export const descriptors = {
  name: 'descriptors',
  about: 'one instance has no file descriptors left (EMFILE)',
  whyNot: ({ instances }) =>
    instances[0]?.descriptors === undefined ? 'Windows has no limit to set' : undefined,
  async inject({ instances, tally, milliseconds }) {
    const [instance] = instances;
    if (instance?.descriptors === undefined) return;
    tally.expectFailures(instance.number);
    /** @type {Set<import('node:net').Socket>} */
    const sockets = new Set();
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
      // The server ends connections without a request after a while.
      while (sockets.size < instance.descriptors) {
        const socket = connect({ port: instance.port, host: '127.0.0.1' });
        sockets.add(socket);
        socket
          .on('error', () => {})
          .on('close', () => sockets.delete(socket))
          .resume();
      }
      await wait(STEP);
    }
    for (const socket of sockets) socket.resetAndDestroy();
  },
};
