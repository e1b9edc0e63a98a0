import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../fuzz/random.mjs';
import { Connection } from './connection.mjs';
import { makeRequest } from './requests.mjs';

/** Clients of each instance, the last of which sends several requests at once. */
const CLIENTS = 4;
/** Milliseconds between two requests of a client. */
const PAUSE = 30;
const PAUSE_AFTER_FAILURE = 50;
/** How often a client opens another connection. */
const NEW_CONNECTION = 0.1;

/** @typedef {{ number: number, port: number }} Target An instance. */

/** Clients that do nothing wrong, and go on whatever happens. */
export class Load {
  #isStopped = false;
  /** @type {Promise<void>[]} */
  #clients = [];

  /**
   * @param {readonly Target[]} instances
   * @param {() => import('./tally.mjs').Tally} tally That of the present fault.
   * @param {{ seed: number, round: string }} run
   */
  constructor(instances, tally, { seed, round }) {
    for (const instance of instances) {
      for (let number = 0; number < CLIENTS; number++) {
        const name = `${round}i${instance.number}c${number}`;
        const random = new Random(seed, instance.number * CLIENTS + number);
        this.#clients.push(
          this.#run(instance, tally, { name, random, isPipelining: number === CLIENTS - 1 }),
        );
      }
    }
  }

  /** Resolves when each request has its outcome. */
  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#clients);
  }

  /**
   * @param {Target} instance
   * @param {() => import('./tally.mjs').Tally} tally
   * @param {{ name: string, random: Random, isPipelining: boolean }} client
   */
  async #run(instance, tally, { name, random, isPipelining }) {
    /** @type {Connection | undefined} */
    let connection;
    for (let number = 0; !this.#isStopped; number++) {
      if (connection?.isOpen !== true || random.chance(NEW_CONNECTION)) {
        connection?.close();
        connection = new Connection(instance.port);
      }
      const used = connection;
      const batch = Array.from({ length: isPipelining ? random.between(2, 6) : 1 }, (_, at) =>
        makeRequest(random, `${name}r${number}.${at}`),
      );
      const results = await Promise.all(
        batch.map((request) => tally().count(instance.number, request, () => used.send(request.bytes))),
      );
      if (used.unsolicited !== undefined) tally().wrong.push(used.unsolicited);
      await wait(results.includes('failed') ? PAUSE_AFTER_FAILURE : random.below(PAUSE));
    }
    connection?.close();
  }
}
