import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { answersOf, batchesOf } from '../lane/measure.mjs';
import { scenarios } from '../lane/scenarios.mjs';
import { Traffic } from '../lane/traffic.mjs';

const hello = scenarios.find(({ name }) => name === 'hello') ?? fail();

function fail(): never {
  throw new Error('no hello');
}

/** Listens, and closes with the test. */
async function open(server: Server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { port };
}

/** A server that answers well until told otherwise. */
async function openHello() {
  const words = { body: '{"hello":"world"}', asked: 0 };
  const process = await open(
    createServer((_req, res) => {
      words.asked++;
      res.setHeader('Content-Type', 'application/json');
      res.setHeader('Content-Length', words.body.length);
      res.end(words.body);
    }),
  );
  const texts = await answersOf(hello, new Map([['node-http', process]]));
  return { words, process, texts: texts.get('node-http') ?? [] };
}

test('every request that is counted is asked and answered', async () => {
  const { words, process, texts } = await openHello();
  const traffic = new Traffic(batchesOf(hello, texts, 10));
  await traffic.open(process.port, 3);
  const before = words.asked;
  const sent = await traffic.run(200, true);
  traffic.close();
  expect(sent).toBe(200);
  expect(words.asked - before).toBe(200);
});

test('a batch in pieces is answered like a batch in one', async () => {
  const { process, texts } = await openHello();
  const traffic = new Traffic(batchesOf({ ...hello, pieces: 7 }, texts, 20));
  await traffic.open(process.port, 2);
  await expect(traffic.run(80, true)).resolves.toBe(80);
  traffic.close();
});

test('an answer with other words of the same length is found when answers are compared', async () => {
  const { words, process, texts } = await openHello();
  words.body = '{"hello":"wOrld"}';
  const traffic = new Traffic(batchesOf(hello, texts, 1));
  await traffic.open(process.port, 1);
  await expect(traffic.run(1, true)).rejects.toThrow('an answer is wrong');
  traffic.close();
});

test('an answer that is too long is found even when nothing is compared', async () => {
  const { words, process, texts } = await openHello();
  words.body = '{"hello":"worlds"}';
  const traffic = new Traffic(batchesOf(hello, texts, 1));
  await traffic.open(process.port, 1);
  await expect(traffic.run(1, false)).rejects.toThrow('too long');
  traffic.close();
});

test('a server that answers something else is not measured', async () => {
  const process = await open(createServer((_req, res) => res.end('hello')));
  await expect(answersOf(hello, new Map([['node-http', process]]))).rejects.toThrow('and not');
});
