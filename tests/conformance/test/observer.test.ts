import { createServer } from 'node:http';
import { listen } from '@nextpress-internal/test-kit';
import { afterEach, expect, test } from 'vitest';
import { SECRET } from '../src/hostile/file-tree.ts';
import { Observer } from '../src/hostile/observer.ts';
import { ask, converse, requestText, tcpSubject } from '../src/subject.ts';

const polluted = Object.prototype as { polluted?: unknown };

afterEach(() => {
  delete polluted.polluted;
});

/** The failure for a server with such responses. */
async function failureOf(content: string, status = 200): Promise<unknown> {
  const listening = await listen(createServer((_req, res) => res.writeHead(status).end(content)));
  const observer = new Observer();
  await ask(observer.observe(tcpSubject(listening)), 'GET', '/');
  await converse(
    observer.observe(tcpSubject(listening)).connect(),
    requestText('GET', '/', { Connection: 'close' }),
  );
  await listening.close();
  return observer.verify('/the/root').catch((error: Error) => error.message);
}

test('the observer accepts a response without secrets', async () => {
  expect(await failureOf('at home, at 7:15')).toBeUndefined();
});

test.each([
  ['a secret', SECRET, 200],
  ['a path of the disk', 'no file /the/root/a', 404],
  ['a stack', 'Error: x\n    at run (/srv/app.js:1:2)', 400],
  ['a server error', 'sorry', 500],
])('the observer rejects a response with %s', async (_what, content, status) => {
  expect(await failureOf(content, status)).toMatch(/expected/);
});

test('the observer rejects a server error after another response of the connection', async () => {
  const listening = await listen(
    createServer((req, res) => res.writeHead(req.url === '/' ? 200 : 500).end('sorry')),
  );
  const observer = new Observer();
  const socket = observer.observe(tcpSubject(listening)).connect();
  await converse(socket, requestText('GET', '/') + requestText('GET', '/error', { Connection: 'close' }));
  await listening.close();
  await expect(observer.verify('/the/root')).rejects.toThrow(/expected/);
});

test('the observer rejects a polluted prototype and a logged error', async () => {
  polluted.polluted = 1;
  await expect(new Observer().verify('/the/root')).rejects.toThrow(/keys of the prototypes/);
  delete polluted.polluted;
  const observer = new Observer();
  observer.logError(new Error('logged'));
  await expect(observer.verify('/the/root')).rejects.toThrow(/unhandled errors/);
});
