import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { sendFile, serveStatic } from '@nextpress/static';
import { exchange, type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileTree } from '../file-tree.ts';
import { respondToRest } from '../hosts.ts';
import { requestFor } from '../lanes.ts';

const tree = fileTree({ 'public/docs/a.txt': 'a', 'outside/a.txt': 'SECRET' });
const root = join(tree.path, 'public');
let server: Listening;
let isSentAtOnce = false;

beforeAll(async () => {
  const files = serveStatic(root);
  const listener: RequestListener = (req, res) => {
    files(req, res, (error) => respondToRest(res, error));
    isSentAtOnce = false;
    void ticks(20).then(() => {
      isSentAtOnce = res.writableEnded;
    });
  };
  server = await listen(createServer(listener));
});
afterAll(async () => {
  await server.close();
  tree.remove();
});

/** Resolves before any I/O of the event loop. */
async function ticks(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await new Promise(process.nextTick);
}

async function ask(target: string, fields: Record<string, string> = {}): Promise<RawResponse> {
  const [response] = await exchange(server.port, requestFor(target, fields), { responses: 1 });
  if (response === undefined) throw new Error('no response');
  return response;
}

/** Repeats the request until its path is a recent one. */
async function repeatedly(target: string): Promise<(number | string | undefined)[]> {
  const seen = new Set<number | string | undefined>();
  for (let round = 0; round < 5; round++) {
    const { status, body } = await ask(target);
    seen.add(`${status} ${body}`);
  }
  return [...seen];
}

describe('checks a recent path again', () => {
  test('after its file is written, replaced or deleted', async () => {
    const path = join(root, 'changes.txt');
    writeFileSync(path, 'one');
    expect(await repeatedly('/changes.txt')).toEqual(['200 one']);
    writeFileSync(path, 'three');
    expect(await repeatedly('/changes.txt')).toEqual(['200 three']);
    writeFileSync(`${path}.new`, 'new');
    renameSync(`${path}.new`, path);
    expect(await repeatedly('/changes.txt')).toEqual(['200 new']);
    rmSync(path);
    expect(await repeatedly('/changes.txt')).toEqual(['404 next']);
    writeFileSync(path, 'again');
    expect(await repeatedly('/changes.txt')).toEqual(['200 again']);
  });

  test('for conditional requests', async () => {
    writeFileSync(join(root, 'valid.txt'), 'one');
    const { etag = '' } = (await ask('/valid.txt')).headers;
    for (let round = 0; round < 3; round++) {
      expect((await ask('/valid.txt', { 'If-None-Match': etag })).status).toBe(304);
    }
    writeFileSync(join(root, 'valid.txt'), 'other');
    expect(await ask('/valid.txt', { 'If-None-Match': etag })).toMatchObject({ status: 200, body: 'other' });
  });

  test('after it or a directory on its path becomes a link out of the root', async () => {
    expect(await repeatedly('/docs/a.txt')).toEqual(['200 a']);
    unlinkSync(join(root, 'docs', 'a.txt'));
    symlinkSync(join(tree.path, 'outside', 'a.txt'), join(root, 'docs', 'a.txt'));
    expect(await repeatedly('/docs/a.txt')).toEqual(['404 next']);
    rmSync(join(root, 'docs'), { recursive: true });
    symlinkSync(join(tree.path, 'outside'), join(root, 'docs'));
    expect(await repeatedly('/docs/a.txt')).toEqual(['404 next']);
    // The directory that was served is moved out of the root and linked to.
    unlinkSync(join(root, 'docs'));
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs', 'a.txt'), 'moved');
    expect(await repeatedly('/docs/a.txt')).toEqual(['200 moved']);
    renameSync(join(root, 'docs'), join(tree.path, 'elsewhere'));
    symlinkSync(join(tree.path, 'elsewhere'), join(root, 'docs'));
    expect(await repeatedly('/docs/a.txt')).toEqual(['404 next']);
  });

  test('after a missing directory is created', async () => {
    expect(await repeatedly('/api/users/7')).toEqual(['404 next']);
    expect(await repeatedly('/api/users/8')).toEqual(['404 next']);
    mkdirSync(join(root, 'api', 'users'), { recursive: true });
    writeFileSync(join(root, 'api', 'users', '8'), 'eight');
    expect(await repeatedly('/api/users/8')).toEqual(['200 eight']);
    expect(await repeatedly('/api/users/7')).toEqual(['404 next']);
  });

  test('after a file becomes a directory, and a directory a file', async () => {
    writeFileSync(join(root, 'either'), 'file');
    expect(await repeatedly('/either')).toEqual(['200 file']);
    rmSync(join(root, 'either'));
    mkdirSync(join(root, 'either'));
    expect((await ask('/either')).status).toBe(301);
    rmSync(join(root, 'either'), { recursive: true });
    writeFileSync(join(root, 'either'), 'file');
    expect(await repeatedly('/either')).toEqual(['200 file']);
  });
});

test.runIf(process.platform === 'linux')(
  'responds to a recent path without I/O in the thread pool',
  async () => {
    writeFileSync(join(root, 'soon.txt'), 'soon');
    for (const target of ['/soon.txt', '/soon-not', '/not/here/at-all']) {
      await ask(target);
      expect(isSentAtOnce).toBe(false);
      for (let round = 0; !isSentAtOnce && round < 100; round++) await ask(target);
      expect([target, isSentAtOnce]).toEqual([target, true]);
    }
    await ask('/not/here/either');
    expect(isSentAtOnce).toBe(true);
  },
);

const senders: Readonly<Record<string, RequestListener>> = {
  serveStatic: (req, res) => {
    serveStatic(root, { syncReads: false })(req, res, (error) => respondToRest(res, error));
  },
  'sendFile with a root': (req, res) => {
    sendFile(req, res, 'slow.txt', { root, syncReads: false }, () => {});
  },
  'sendFile with an absolute path': (req, res) => {
    sendFile(req, res, join(root, 'slow.txt'), { syncReads: false }, () => {});
  },
};

test.each(Object.entries(senders))(
  '%s reads every file in the thread pool if syncReads is off',
  async (_name, send) => {
    writeFileSync(join(root, 'slow.txt'), 'slow');
    let isAtOnce = false;
    const listener: RequestListener = (req, res) => {
      send(req, res);
      void ticks(20).then(() => {
        isAtOnce ||= res.writableEnded;
      });
    };
    const pooled = await listen(createServer(listener));
    for (let round = 0; round < 20; round++) {
      const [response] = await exchange(pooled.port, requestFor('/slow.txt'), { responses: 1 });
      expect(response?.body).toBe('slow');
    }
    await pooled.close();
    expect(isAtOnce).toBe(false);
  },
);

test('serves new files after thousands of missing names', async () => {
  for (let index = 0; index < 5_000; index += 100) {
    const bytes = Array.from({ length: 100 }, (_, more) => requestFor(`/none-${index + more}`)).join('');
    const responses = await exchange(server.port, bytes, { responses: 100 });
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]));
  }
  writeFileSync(join(root, 'none-0'), 'here');
  writeFileSync(join(root, 'none-4999'), 'here');
  expect([...(await repeatedly('/none-0')), ...(await repeatedly('/none-4999'))]).toEqual([
    '200 here',
    '200 here',
  ]);
});
