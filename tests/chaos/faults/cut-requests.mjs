import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '../connection.mjs';
import { makeRequest } from '../requests.mjs';
import { inTurn, repeatFor } from './fault.mjs';

/** @type {import('./fault.mjs').Fault} */
export const cutRequests = {
  name: 'cut-requests',
  about: 'connections end in the middle of heads and bodies, by FIN or reset',
  inject({ instances, tally, random, milliseconds }) {
    return repeatFor(milliseconds, async (step) => {
      const instance = inTurn(instances, step);
      const connection = new Connection(instance.port);
      const { socket } = connection;
      const request = makeRequest(random, `cut${step}`, random.pick(['order', 'upload', 'item']));
      const length = request.bytes.length;
      const end = random.chance(0.7)
        ? random.between(Math.min(request.bodyAt, length - 1), length - 1)
        : random.below(length);
      tally.requests++;
      tally.incomplete.add(request.id);
      socket.write(request.bytes.subarray(0, end));
      await wait(random.below(10));
      if (random.chance(0.5)) connection.reset();
      else connection.close();
      await connection.closed;
      tally.expectedFailure('cut by the client');
    });
  },
};
