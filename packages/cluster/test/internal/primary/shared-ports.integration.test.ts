import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import type { ListenQuery } from '../../../src/internal/messages.ts';
import type { Receiver } from '../../../src/internal/primary/shared-port.ts';
import { SharedPorts } from '../../../src/internal/primary/shared-ports.ts';

const query: ListenQuery = { address: '127.0.0.1', port: 0, addressType: 4, index: 0 };

interface TestReceiver extends Receiver {
  /** Returns a connection that it was sent. */
  readonly deliveries: (() => void)[];
}

function receiver(slot: number): TestReceiver {
  const deliveries: (() => void)[] = [];
  return {
    slot,
    pending: 0,
    deliveries,
    deliver: (_key, _connection, giveBack) => void deliveries.push(giveBack),
  };
}

test('a connection that a worker returns after the port has closed is closed', async () => {
  const ports = new SharedPorts(false);
  const [first, second] = [receiver(0), receiver(1)];
  const { address } = await ports.listen(first, query, undefined);
  await ports.listen(second, query, undefined);
  const client = connect((address as AddressInfo).port, '127.0.0.1');
  await expect.poll(() => first.deliveries.length).toBe(1);
  ports.close();
  // The worker died before accepting the connection, and the other one is closing.
  const closed = once(client, 'close');
  first.deliveries[0]?.();
  client.resume();
  await closed;
  expect(second.deliveries).toEqual([]);
});

test('a port stays open for a successor when a worker that was replaced closes its server', async () => {
  const ports = new SharedPorts(false);
  const [replaced, crashed, successor] = [receiver(0), receiver(0), receiver(0)];
  const { address, key } = await ports.listen(replaced, query, undefined);
  await ports.listen(crashed, query, undefined);
  ports.remove(replaced);
  ports.remove(crashed);
  const client = connect((address as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  ports.leave(replaced, key);
  await ports.listen(successor, query, undefined);
  await expect.poll(() => successor.deliveries.length).toBe(1);
  client.destroy();
  ports.close();
});

test('no port is opened after the cluster closed its ports', async () => {
  const ports = new SharedPorts(false);
  ports.close();
  const reply = await ports.listen(receiver(0), query, undefined);
  expect(reply).toMatchObject({ errno: -constants.errno.ECANCELED });
});
