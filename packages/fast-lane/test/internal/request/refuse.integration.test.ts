import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

const thrown = new URL('../thrown-child.mjs', import.meta.url);
const thrownInBody = new URL('../thrown-in-body-child.mjs', import.meta.url);

function run(child: URL, ...args: string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(process.execPath, [fileURLToPath(child), ...args]);
}

async function outcome(child: URL, ...args: string[]): Promise<{ text: string; notes: unknown[] }> {
  const { stdout } = await run(child, ...args);
  return JSON.parse(stdout);
}

test.each(['', 'clientError'])(
  'bytes after a listener that threw are refused as in Node, with the listener %o',
  async (heard) => {
    const plain = await outcome(thrown, 'node', heard);
    expect(plain.notes).toContain('uncaught thrown');
    for (const lane of ['fast', 'lazy']) expect(await outcome(thrown, lane, heard)).toEqual(plain);
  },
);

test.each([
  ['listener', 'alone'],
  ['listener', 'two'],
  ['tick', 'alone'],
])(
  'bytes after a body are refused as in Node when a %s that reads it threw, chunks sent: %s',
  async (where, parts) => {
    const plain = await outcome(thrownInBody, 'node', where, parts);
    expect(plain.notes).toContainEqual(expect.arrayContaining(['HPE_JS_EXCEPTION']));
    expect(plain.notes).not.toContain('/2');
    for (const lane of ['fast', 'lazy'])
      expect(await outcome(thrownInBody, lane, where, parts)).toEqual(plain);
  },
);

test.each(['node', 'fast', 'lazy'])(
  'an uncaught error thrown in a tick after a body crashes the process unchanged: %s',
  async (lane) => {
    const failed = run(thrownInBody, lane, 'tick', 'alone', 'uncaught');
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Error: thrown') });
  },
);

test.each(['alone', 'all'])(
  'requests after a body are served when an error is thrown after its end, chunks sent: %s',
  async (parts) => {
    const plain = await outcome(thrownInBody, 'node', 'after', parts);
    expect(plain.notes).toEqual(expect.arrayContaining(['uncaught thrown', '/3']));
    for (const lane of ['fast', 'lazy']) {
      const { text, notes } = await outcome(thrownInBody, lane, 'after', parts);
      expect([text, [...notes].sort()]).toEqual([plain.text, [...plain.notes].sort()]);
    }
  },
);

test('a connection error in the middle of a body is emitted once, and gets Node’s response', async () => {
  const notes = await sameOnEveryLane((lane) => {
    const notes: unknown[] = [];
    const server = lane.over(
      createServer((req) => {
        req.on('error', (error) => notes.push(Reflect.get(error, 'code')));
        req.on('close', () => notes.push('close'));
        req.on('data', () => {});
      }),
    );
    server.on('clientError', (error, socket) => {
      notes.push(Reflect.get(error, 'code'));
      socket.end('HTTP/1.1 400 Mine\r\n\r\n');
    });
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      client.socket.end(`${request('POST /', ['Content-Length: 10'])}12345`);
      const text = await client.rest();
      while (!notes.includes('close')) await new Promise((resolve) => setImmediate(resolve));
      return { text, notes };
    });
  });
  expect(notes.text).toBe('HTTP/1.1 400 Mine\r\n\r\n');
});
