import fs from 'node:fs';
import type { RequestListener } from 'node:http';
import { patchFs } from 'fs-monkey';
import { Volume } from 'memfs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { fileTree } from '../file-tree.ts';
import { inLane, lanes, responseIn, responseTo, serving } from '../lanes.ts';

const tree = fileTree({ 'a.txt': 'on the disk' });
afterAll(() => tree.remove());

describe.each(Object.keys(lanes))('in %s', (lane) => {
  test('serveStatic serves, and stops serving, files of a file system that replaces fs', async () => {
    const volume = Volume.fromJSON({ '/virtual/a.txt': 'in memory', '/outside.txt': 'outside' });
    volume.symlinkSync('/outside.txt', '/virtual/link.txt');
    const unpatch = patchFs(volume);
    try {
      await inLane(lane, serving('/virtual', { index: false }), async (server) => {
        const seen: unknown[] = [];
        const visit = async (target: string) => {
          const { status, body } = await responseTo(server, target);
          seen.push([status, body]);
        };
        await visit('/a.txt');
        await visit('/a.txt');
        await visit('/link.txt');
        volume.unlinkSync('/virtual/a.txt');
        await visit('/a.txt');
        expect(seen).toEqual([
          [200, 'in memory'],
          [200, 'in memory'],
          [404, 'next'],
          [404, 'next'],
        ]);
      });
    } finally {
      unpatch();
    }
  });

  test('serveStatic keeps a snapshot of a file system that replaces fs', async () => {
    const unpatch = patchFs(Volume.fromJSON({ '/virtual/a.txt': 'in memory' }));
    let listener: RequestListener;
    try {
      listener = serving('/virtual', { snapshot: true });
    } finally {
      unpatch();
    }
    const { body } = await responseIn(lane, listener, '/a.txt');
    expect(body).toBe('in memory');
  });

  test('serveStatic waits for a descriptor when graceful-fs has replaced fs.open and there are too many open files', async () => {
    const original = fs.open;
    let failures = 2;
    vi.spyOn(fs, 'open').mockImplementation(((...args: Parameters<typeof fs.open>) => {
      if (failures-- <= 0) return Reflect.apply(original, fs, args);
      const done = args.at(-1) as unknown as (error: Error) => void;
      return process.nextTick(done, Object.assign(new Error('EMFILE'), { code: 'EMFILE' }));
    }) as typeof fs.open);
    const replaced = fs.open;
    const { default: graceful } = await import('graceful-fs');
    graceful.gracefulify(fs);
    try {
      const { status, body } = await responseIn(lane, serving(tree.path, { syncReads: false }), '/a.txt');
      expect([status, body]).toEqual([200, 'on the disk']);
    } finally {
      fs.open = replaced;
      vi.restoreAllMocks();
    }
  });
});
