// The clients' process: keeps many connections busy until it is told to stop.

import { abort, destroyed, halfOpen, malformed, silent, thrown } from './load/leaving.mjs';
import { Ledger } from './load/ledger.mjs';
import { bodies, flood, keepAlive, lastOne, mixed } from './load/ordinary.mjs';
import { slowReader, slowWriter } from './load/slow.mjs';
import { upgrade } from './load/upgrade.mjs';

/** How many clients of each kind there are at a time. @type {readonly (readonly [number, (world: World) => Promise<void>])[]} */
const kinds = [
  [4, flood],
  [8, keepAlive],
  [6, mixed],
  [3, bodies],
  [3, lastOne],
  [3, abort],
  [2, halfOpen],
  [4, silent],
  [2, destroyed],
  [2, thrown],
  [2, malformed],
  [3, slowReader],
  [3, slowWriter],
  [3, upgrade],
];

/** @typedef {import('./load/connection.mjs').World} World */

const { secure } = JSON.parse(process.argv[2] ?? '{}');
const ledger = new Ledger(kinds.map(([, { name }]) => name));
const world = { ledger, port: 0, secure };
let running = false;
/** @type {Promise<void>[]} */
let clients = [];

process.on('uncaughtException', (error) => ledger.fault('other', `the client itself: ${error.stack}`));

/** @type {Record<string, (about: any) => unknown>} */
const answers = {
  begin() {
    running = true;
    clients = kinds.flatMap(([count, kind]) => Array.from({ length: count }, () => repeat(kind)));
  },
  turn(/** @type {number} */ port) {
    world.port = port;
  },
  async stop() {
    running = false;
    await Promise.all(clients);
  },
  ledger: () => ledger,
  end() {
    setImmediate(() => process.disconnect());
  },
};

/** @param {(world: World) => Promise<void>} kind */
async function repeat(kind) {
  while (running) {
    await kind(world);
    ledger.ran(kind.name);
  }
}

process.on(
  'message',
  async (/** @type {{ ask: string, number: number, about: unknown }} */ { ask, number, about }) => {
    process.send?.({ number, answer: await answers[ask]?.(about) });
  },
);
