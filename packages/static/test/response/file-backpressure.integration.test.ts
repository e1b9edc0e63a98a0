import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { sendFile } from '@nextpress/static';
import { expressStatic } from '@nextpress/static/express';
import { until } from '@nextpress-internal/test-kit';
import compression from 'compression';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { fileTree } from '../file-tree.ts';
import { respondToRest } from '../hosts.ts';
import { inLane, lanes, requestFor } from '../lanes.ts';
import { settleFiles } from '../open-files.ts';

const SIZE = 32 * 1024 * 1024;
// Bytes that cannot be compressed.
const bytes = randomBytes(SIZE);
const tree = fileTree({ 'large.bin': bytes });

afterAll(() => tree.remove());
afterEach(() => vi.restoreAllMocks());

type Send = (req: IncomingMessage, res: ServerResponse) => void;

const files = expressStatic(tree.path);

const senders: Readonly<Record<string, Send>> = {
  'express.static': (req, res) => files(req, res, (error) => respondToRest(res, error)),
  sendFile: (req, res) => sendFile(req, res, String(req.url), { root: tree.path }, () => {}),
};

const cases = Object.keys(lanes).flatMap((lane) => Object.keys(senders).map((name) => [lane, name] as const));

/** Counts the bytes that are read from files. */
function countReads(): () => number {
  let count = 0;
  const { read } = fs;
  const counting = (...args: readonly unknown[]): unknown => {
    count += Number(args[3]);
    return Reflect.apply(read, fs, args);
  };
  vi.spyOn(fs, 'read').mockImplementation(counting as typeof read);
  return () => count;
}

/** Waits until nothing more is read: the count stays the same while the event loop and the thread pool are free, or all was read. */
async function settled(count: () => number): Promise<number> {
  for (let seen = -1; seen !== count() && count() < SIZE; ) {
    seen = count();
    await settleFiles();
  }
  return count();
}

/** A response whose body has not been read yet. */
async function unreadResponse(port: number, target: string): Promise<IncomingMessage> {
  const [response] = await once(
    get({ port, path: target, headers: { 'Accept-Encoding': 'gzip' } }),
    'response',
  );
  return response;
}

describe.each(cases)('in %s, %s', (lane, name) => {
  const send = senders[name] as Send;

  test('reads only the beginning of a large compressed file until the client reads', async () => {
    const compress = compression({ filter: () => true });
    const listener: RequestListener = (req, res) => compress(req, res, () => send(req, res));
    const count = countReads();
    await inLane(lane, listener, async ({ port }) => {
      const response = await unreadResponse(port, '/large.bin');
      expect(await settled(count)).toBeLessThan(SIZE / 2);
      const body = await buffer(response.pipe(createGunzip()));
      expect(body.equals(bytes)).toBe(true);
      expect(count()).toBe(SIZE);
    });
  });

  test('waits for drain before the next piece when a replaced write returns false', async () => {
    const pieces: number[] = [];
    let response: ServerResponse | undefined;
    const listener: RequestListener = (req, res) => {
      response = res;
      res.write = (piece: Buffer) => {
        pieces.push(piece.length);
        return false;
      };
      send(req, res);
    };
    const count = countReads();
    await inLane(lane, listener, async ({ port }) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(requestFor('/large.bin')));
      for (let sent = 1; sent <= 3; sent++) {
        await until(() => pieces.length >= sent);
        expect(await settled(count)).toBe(pieces.reduce((sum, length) => sum + length));
        expect(pieces.length).toBe(sent);
        response?.emit('drain');
      }
      socket.destroy();
      await until(() => response?.destroyed === true);
    });
  });

  test('adds one drain listener to a response, and removes it', async () => {
    let response: ServerResponse | undefined;
    const counts = new Set<number>();
    const listener: RequestListener = (req, res) => {
      response = res;
      const { write } = res;
      res.write = (piece: Buffer) => {
        counts.add(res.listenerCount('drain'));
        return Reflect.apply(write, res, [piece]);
      };
      send(req, res);
    };
    await inLane(lane, listener, async ({ port }) => {
      const body = await buffer(await unreadResponse(port, '/large.bin'));
      expect(body.length).toBe(SIZE);
    });
    expect([...counts]).toEqual([1]);
    expect(response?.listenerCount('drain')).toBe(0);
  });
});
