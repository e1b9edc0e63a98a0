import { createServer } from 'node:http';
import { listen } from '@nextpress-internal/test-kit';
import { afterEach, expect, test } from 'vitest';
import { SECRET } from '../src/hostile/file-tree.ts';
import { Witness } from '../src/hostile/witness.ts';
import { ask, converse, requestText, tcpSubject } from '../src/subject.ts';

const polluted = Object.prototype as { polluted?: unknown };

afterEach(() => {
  delete polluted.polluted;
});

/** What a witness says of a server that answers so. */
async function testimonyOf(content: string, status = 200): Promise<unknown> {
  const listening = await listen(createServer((_req, res) => res.writeHead(status).end(content)));
  const witness = new Witness();
  await ask(witness.over(tcpSubject(listening)), 'GET', '/');
  await converse(
    witness.over(tcpSubject(listening)).connect(),
    requestText('GET', '/', { Connection: 'close' }),
  );
  await listening.close();
  return witness.testify('/the/root').catch((error: Error) => error.message);
}

test('an answer that tells nothing passes', async () => {
  expect(await testimonyOf('at home, at 7:15')).toBeUndefined();
});

test.each([
  ['a secret', SECRET, 200],
  ['a path of the disk', 'no file /the/root/a', 404],
  ['a stack', 'Error: x\n    at run (/srv/app.js:1:2)', 400],
  ['a fault of the server', 'sorry', 500],
])('an answer with %s does not pass', async (_what, content, status) => {
  expect(await testimonyOf(content, status)).toMatch(/expected/);
});

test('a fault of the server behind another answer of the connection does not pass', async () => {
  const listening = await listen(
    createServer((req, res) => res.writeHead(req.url === '/' ? 200 : 500).end('sorry')),
  );
  const witness = new Witness();
  const socket = witness.over(tcpSubject(listening)).connect();
  await converse(socket, requestText('GET', '/') + requestText('GET', '/fault', { Connection: 'close' }));
  await listening.close();
  await expect(witness.testify('/the/root')).rejects.toThrow(/expected/);
});

test('a polluted prototype does not pass, nor does an error that nobody handled', async () => {
  polluted.polluted = 1;
  await expect(new Witness().testify('/the/root')).rejects.toThrow(/keys of the prototypes/);
  delete polluted.polluted;
  const witness = new Witness();
  witness.logError(new Error('at fault'));
  await expect(witness.testify('/the/root')).rejects.toThrow(/errors that nobody handled/);
});
