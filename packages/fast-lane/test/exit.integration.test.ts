import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RawClient } from './ecosystem/raw-client.ts';

const script = fileURLToPath(new URL('exit-child.mjs', import.meta.url));
const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** What a client with three requests receives from a process that exits in this way. */
async function received(lane: string, way: string): Promise<string> {
  const child = spawn(process.execPath, [script, lane, way], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const [port] = await once(child.stdout.setEncoding('latin1'), 'data');
  const client = await RawClient.open({ port: Number(port) });
  await client.send(request.repeat(3));
  const text = await client.rest();
  await exited;
  return text;
}

test.each(['afterResponse', 'beforeResponse', 'byError', 'inTick', 'inMicrotask', 'inTimer'])(
  'a process that exits has sent everything that Node would have sent: %s',
  async (way) => {
    const plain = await received('node', way);
    expect(plain).toContain('response');
    for (const lane of ['fast', 'lazy']) {
      const text = await received(lane, way);
      // The lane may send more: Node sends a response only once the previous one has been sent.
      expect(text.slice(0, plain.length)).toBe(plain);
    }
  },
);
