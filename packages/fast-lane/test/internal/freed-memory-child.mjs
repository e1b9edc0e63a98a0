// Takes one body, in the parts that the arguments are, the first with its head, and prints by how much a buffer of 8 MiB enlarges
// glibc's heap then, and by how much it is larger when that is gone, in MiB.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fastLane } from '@nextpress/fast-lane';

if (process.env.REFUSES_MEMORY) {
  const { allocUnsafeSlow } = Buffer;
  Buffer.allocUnsafeSlow = (size) => {
    if (size > 10_000_000) throw new RangeError('Array buffer allocation failed');
    return allocUnsafeSlow(size);
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Collects, and has what is freed in another thread freed. */
async function free() {
  for (let round = 0; round < 3; round++) {
    collect();
    await sleep(10);
  }
}

function heapSize() {
  const line = readFileSync('/proc/self/maps', 'latin1').match(/^([0-9a-f]+)-([0-9a-f]+) .*\[heap\]$/m);
  return line === null ? 0 : (Number(`0x${line[2]}`) - Number(`0x${line[1]}`)) / 1024 / 1024;
}

const server = fastLane(createServer((req, res) => req.resume().on('end', () => res.end('read'))));
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const accepted = once(server, 'connection');
const socket = connect(port, '127.0.0.1').setNoDelay();
const [its] = await accepted;
const [first = '', ...others] = process.argv.slice(2);
const length = first.length + others.join('').length;
socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${first}`);
for (const part of others) {
  // A chunk of its own.
  while (its.bytesRead < socket.bytesWritten) await sleep(1);
  socket.write(part);
}
await once(socket, 'data');
socket.destroy();
server.close();

await free();
const before = heapSize();
Buffer.allocUnsafeSlow(8 * 1024 * 1024);
const during = heapSize() - before;
await free();
process.stdout.write(JSON.stringify({ fast: server.stats().fast, during, behind: heapSize() - before }));
