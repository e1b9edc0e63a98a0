import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stable } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { createServer } from '../src/index.ts';

const MEGABYTE = 1024 * 1024;
const COUNT = 1000;

test.each([true, false])(
  'a server uses little memory for 1,000 pipelined downloads that the client does not read (fastLane: %s)',
  async (fastLane) => {
    const folder = mkdtempSync(join(tmpdir(), 'nextpress-downloads-'));
    const file = join(folder, 'file.bin');
    writeFileSync(file, Buffer.alloc(MEGABYTE, 'x'));
    const app = createServer({ fastLane, logError: () => {} });
    let begun = 0;
    app.get('/', (_req, res) => {
      begun++;
      res.sendFile(file);
    });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const socket = connect((server.address() as { port: number }).port, '127.0.0.1').on('error', () => {});
    socket.pause();
    const { external, heapUsed } = process.memoryUsage();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(COUNT));
    await stable(() => begun);
    // Meanwhile the thread pool would read the files.
    for (let round = 0; round < 1_000; round++) await stat(file);
    const now = process.memoryUsage();
    socket.destroy();
    await app.close();
    rmSync(folder, { recursive: true });
    expect(begun).toBeGreaterThan(0);
    expect(now.external - external + now.heapUsed - heapUsed).toBeLessThan((COUNT / 10) * MEGABYTE);
  },
);
