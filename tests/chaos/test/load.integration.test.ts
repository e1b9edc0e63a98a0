import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Load } from '../load.mjs';
import { compareWithJournal, Tally } from '../tally.mjs';
import { idOf, withServer } from './serve.ts';

/** Loads a server until it has had some requests. */
async function load(listener: RequestListener): Promise<Tally> {
  const tally = new Tally();
  await withServer(listener, async (port, server) => {
    let left = 40;
    const enough = new Promise<void>((resolve) => {
      server.on('request', () => {
        if (--left === 0) resolve();
      });
    });
    const run = new Load([{ number: 0, port }], () => tally, { seed: 1, round: 't' });
    await enough;
    await run.stop();
  });
  return tally;
}

/** Acknowledges orders and uploads, and responds with an error to all others. */
async function acknowledge(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await buffer(req);
  const id = idOf(req);
  res.setHeader('X-Id', id);
  if (req.method === 'PUT') {
    res.statusCode = 201;
    res.end(JSON.stringify({ id, hash: createHash('sha256').update(body).digest('hex') }));
  } else if (req.method === 'POST') {
    res.statusCode = 201;
    res.end(JSON.stringify({ id, size: JSON.parse(body.toString()).text.length }));
  } else {
    res.writeHead(503).end();
  }
}

test('orders that a server has acknowledged and not stored are lost', async () => {
  const tally = await load(acknowledge);
  expect(tally.acknowledged.size).toBeGreaterThan(0);
  expect(compareWithJournal(tally, new Map()).lost).toEqual([...tally.acknowledged]);
  const journal = new Map([...tally.acknowledged].map((id) => [id, 1]));
  expect(compareWithJournal(tally, journal).lost).toEqual([]);
});

test('failures that no fault explains are unexpected', async () => {
  const tally = await load((_req, res) => res.writeHead(503).end());
  expect(tally.unexpected).toHaveLength(tally.requests);
  expect(tally.unexpected[0]).toMatch(/^instance 0, \w+ \S+: status 503$/);
  expect(tally.failed).toBe(0);
});

test('a server that responds with the id of another request is wrong', async () => {
  const tally = await load((_req, res) => res.setHeader('X-Id', 'another').end());
  expect(tally.wrong).toHaveLength(tally.requests);
});
