import { between, happens } from './chance.mjs';
import { Connection } from './connection.mjs';
import { ask } from './ordinary.mjs';
import { headOf } from './request-text.mjs';
import { sendInPieces } from './sending.mjs';

/** Requests, then another protocol on the same connection. @param {import('./connection.mjs').World} world */
export async function upgrade(world) {
  const connection = new Connection(world, 'upgrade');
  await connection.ready;
  // Node upgrades at once, before the answers that are still to come: they must be there.
  connection.socket.write(Array.from({ length: between(0, 20) }, () => ask(connection, 'sync')).join(''));
  await connection.answered();
  const id = connection.expect('upgrade', { status: 101 });
  const text = headOf('GET', 'sync', id, { fields: ['Connection: Upgrade', 'Upgrade: echo'] });
  const early = happens(0.5) ? 'early ' : '';
  await sendInPieces(connection, text + early, 3);
  await connection.answered();
  const words = `${early}${'word '.repeat(between(1, 500))}`;
  await sendInPieces(connection, words.slice(early.length), 5);
  await connection.until(() => connection.through.length >= words.length);
  if (!connection.closed && connection.through.toString() !== words) {
    world.ledger.fault('order', `upgrade: got ${connection.through.length} other bytes back`);
  }
  connection.leave();
}
