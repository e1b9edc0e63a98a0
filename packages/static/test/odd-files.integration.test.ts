import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type SendFileError, type StaticOptions, sendFile } from '@nextpress/static';
import { caseCount, type Listening, until } from '@nextpress-internal/test-kit';
import { afterAll, describe, expect, test } from 'vitest';
import { fileTree } from './file-tree.ts';
import { respondToRest } from './hosts.ts';
import { inLane, lanes, requestFor, responseTo, serving } from './lanes.ts';
import { openFiles } from './open-files.ts';

const SIZE = 24 * 1024 * 1024;
const isLinux = process.platform === 'linux';

const tree = fileTree({
  'large.bin': Buffer.alloc(SIZE, 'x'),
  'large.bin.gz': Buffer.alloc(SIZE, 'z'),
  'small.txt': 'hello',
  'é.txt': 'umlaut',
});
symlinkSync('/dev/zero', join(tree.path, 'zero'));
symlinkSync('second', join(tree.path, 'first'));
symlinkSync('first', join(tree.path, 'second'));
symlinkSync('.', join(tree.path, 'self'));
if (process.platform !== 'win32') execFileSync('mkfifo', [join(tree.path, 'fifo')]);
if (isLinux) writeFileSync(Buffer.from(`${tree.path}/latin-\xe9.txt`, 'latin1'), 'SECRET');
afterAll(() => tree.remove());

/** A client that has read the beginning of a response and then stopped. */
function begin(server: Listening, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.once('error', reject);
    socket.once('data', () => {
      socket
        .pause()
        .off('error', reject)
        .on('error', () => {});
      resolve(socket);
    });
  });
}

/** Reads the rest of the response. */
function rest(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    socket.once('close', () => resolve(Buffer.concat(chunks)));
    socket.resume();
  });
}

/** Drops the privileges of root, who may open every file. */
async function withoutPrivileges(use: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await use();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe.each(Object.keys(lanes))('in %s', (lane) => {
  test.runIf(isLinux)('closes the files of hundreds of aborted downloads', async () => {
    const options: StaticOptions = { precompressed: ['gzip'] };
    await inLane(lane, serving(tree.path, options), async (server) => {
      const requests = [
        requestFor('/large.bin'),
        requestFor('/large.bin', { 'Accept-Encoding': 'gzip' }),
        requestFor('/large.bin', { Range: 'bytes=0-9999999,11000000-' }),
        requestFor('/large.bin') + requestFor('/large.bin'),
      ];
      for (let round = 0; round < caseCount(10); round++) {
        const sockets = await Promise.all(
          Array.from({ length: 50 }, (_, i) => begin(server, requests[i % requests.length] ?? '')),
        );
        expect(openFiles(tree.path).length).toBeGreaterThan(0);
        for (const [i, socket] of sockets.entries()) {
          if (i % 2 === 0) socket.destroy();
          else socket.resetAndDestroy();
        }
      }
      await until(() => openFiles(tree.path).length === 0);
      expect(openFiles(tree.path).length).toBe(0);
      expect((await responseTo(server, '/small.txt')).body).toBe('hello');
    });
  });

  test.runIf(isLinux)(
    'responds with 500 for an unreadable file in the root, and with 404 for one outside',
    async () => {
      const site = fileTree({ 'public/closed/a.txt': '', 'public/closed.txt': '', 'other/closed/a.txt': '' });
      const root = join(site.path, 'public');
      symlinkSync('../other', join(root, 'out'));
      symlinkSync('../other/closed', join(root, 'link'));
      chmodSync(site.path, 0o755);
      for (const name of ['public/closed', 'public/closed.txt', 'other/closed'])
        chmodSync(join(site.path, name), 0);
      await inLane(lane, serving(root, { list: true }), async (server) => {
        const statuses: number[] = [];
        const inside = ['/closed.txt', '/closed/a.txt', '/closed', '/closed/'];
        const outside = ['/link', '/link/', '/out/closed', '/out/closed/', '/out/closed/a.txt'];
        await withoutPrivileges(async () => {
          for (const target of [...inside, ...outside])
            statuses.push((await responseTo(server, target)).status);
        });
        expect(statuses).toEqual([500, 500, 301, 500, 404, 404, 404, 404, 404]);
      });
      for (const name of ['public/closed', 'other/closed']) chmodSync(join(site.path, name), 0o700);
      site.remove();
    },
  );

  test('sends a file as it was if it is replaced meanwhile', async () => {
    const path = join(tree.path, 'replaced.bin');
    writeFileSync(path, Buffer.alloc(SIZE, 'a'));
    await inLane(lane, serving(tree.path), async (server) => {
      const socket = await begin(server, requestFor('/replaced.bin', { Connection: 'close' }));
      writeFileSync(`${path}.new`, Buffer.alloc(1_000, 'b'));
      renameSync(`${path}.new`, path);
      const received = await rest(socket);
      expect(received.includes('b')).toBe(false);
      expect(received.length).toBeGreaterThan(SIZE - 1_000_000);
      expect((await responseTo(server, '/replaced.bin')).body).toBe('b'.repeat(1_000));
    });
    rmSync(path);
  });

  test('sends a file that is deleted meanwhile', async () => {
    const path = join(tree.path, 'deleted.bin');
    writeFileSync(path, Buffer.alloc(SIZE, 'a'));
    await inLane(lane, serving(tree.path), async (server) => {
      const socket = await begin(server, requestFor('/deleted.bin', { Connection: 'close' }));
      rmSync(path);
      expect((await rest(socket)).length).toBeGreaterThan(SIZE - 1_000_000);
      expect((await responseTo(server, '/deleted.bin')).status).toBe(404);
    });
  });

  test('closes the connection if a file shrinks while parts of it are sent', async () => {
    const path = join(tree.path, 'shrinks.bin');
    writeFileSync(path, Buffer.alloc(SIZE, 'a'));
    await inLane(lane, serving(tree.path), async (server) => {
      const range = { Range: `bytes=0-${SIZE / 2},${SIZE / 2 + 1_000}-` };
      const socket = await begin(server, requestFor('/shrinks.bin', range));
      truncateSync(path, 1_000_000);
      const received = await rest(socket);
      expect(received.length).toBeLessThan(SIZE - 1_000);
      expect(received.includes('--\r\n', received.length - 10)).toBe(false);
    });
    rmSync(path);
  });

  test('responds with 404 for devices, FIFOs and cyclic links, without waiting', async () => {
    await inLane(lane, serving(tree.path, { dotfiles: 'allow' }), async (server) => {
      for (const target of [
        '/zero',
        '/fifo',
        '/fifo/',
        '/first',
        '/second',
        '/first/x',
        `${'/self'.repeat(50)}/x`,
      ]) {
        expect((await responseTo(server, target)).status, target).toBe(404);
      }
    });
  });

  test.runIf(existsSync('/dev/zero'))('responds with 404 for devices under /dev', async () => {
    await inLane(lane, serving('/dev'), async (server) => {
      for (const target of ['/zero', '/null', '/tty', '/random']) {
        expect((await responseTo(server, target)).status, target).toBe(404);
      }
    });
    const send: RequestListener = (_req, res) =>
      sendFile(_req, res, '/dev/zero', undefined, (error?: SendFileError) => respondToRest(res, error));
    await inLane(lane, send, async (server) => {
      expect(await responseTo(server, '/')).toMatchObject({ status: 404, body: 'ENOENT' });
    });
  });

  test('never serves a name that is not UTF-8', async () => {
    await inLane(lane, serving(tree.path), async (server) => {
      for (const target of [
        '/latin-%E9.txt',
        '/latin-%EF%BF%BD.txt',
        '/latin-%C3%A9.txt',
        '/%ff',
        '/%c0%ae%c0%ae/x',
      ]) {
        const { status, body } = await responseTo(server, target);
        expect([404, 400], target).toContain(status);
        expect(body).not.toContain('SECRET');
      }
      expect((await responseTo(server, '/%C3%A9.txt')).body).toBe('umlaut');
    });
  });
});
