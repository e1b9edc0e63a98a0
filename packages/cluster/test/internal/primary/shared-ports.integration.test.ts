import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import type { ListenQuery } from '../../../src/internal/messages.ts';
import type { Receiver } from '../../../src/internal/primary/shared-port.ts';
import { SharedPorts } from '../../../src/internal/primary/shared-ports.ts';

const query: ListenQuery = { address: '127.0.0.1', port: 0, addressType: 4, index: 0 };

test('a connection that a worker gives back when the port has closed is closed', async () => {
  const deliveries: (() => void)[] = [];
  const receiver = (slot: number): Receiver => ({
    slot,
    pending: 0,
    deliver: (_key, _connection, giveBack) => void deliveries.push(giveBack),
  });
  const ports = new SharedPorts(false);
  const { address } = await ports.listen(receiver(0), query, undefined);
  await ports.listen(receiver(1), query, undefined);
  const client = connect((address as AddressInfo).port, '127.0.0.1');
  await expect.poll(() => deliveries.length).toBe(1);
  ports.close();
  // The worker has died before it accepted the connection, and the other one is closing.
  const closed = once(client, 'close');
  deliveries[0]?.();
  client.resume();
  await closed;
  expect(deliveries).toHaveLength(1);
});
