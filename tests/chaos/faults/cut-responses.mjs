import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '../connection.mjs';
import { makeRequest, streamOf } from '../requests.mjs';
import { FAULT_CLIENT } from '../tally.mjs';
import { inTurn, repeatFor } from './fault.mjs';

/** @type {import('./fault.mjs').Fault} */
export const cutResponses = {
  name: 'cut-responses',
  about: 'connections end in the middle of responses, by FIN or reset',
  inject({ instances, tally, random, milliseconds }) {
    return repeatFor(milliseconds, async (step) => {
      const instance = inTurn(instances, step);
      const connection = new Connection(instance.port);
      const { socket } = connection;
      const id = `torn${step}`;
      const request = random.chance(0.4)
        ? streamOf(id, random.between(1, 4_000_000))
        : makeRequest(random, id, random.pick(['file', 'events', 'upstream', 'order']));
      const first = Promise.race([once(socket, 'data').catch(() => {}), connection.closed]);
      tally.expectFailures(FAULT_CLIENT);
      const counted = tally.count(FAULT_CLIENT, request, () => connection.send(request.bytes));
      if (random.chance(0.7)) await first;
      await wait(random.below(4));
      if (random.chance(0.5)) connection.reset();
      else connection.close();
      await counted;
    });
  },
};
