import { weakEntityTag } from '@nextpress/semantics/entity-tag';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { type PatchedResponse, patchedServer } from './patched-server.ts';

type Outcome = readonly [type: unknown, length: unknown, tag: unknown];

/** Reads headers of a response, as loggers do. */
const outcomeOf = (res: PatchedResponse): Outcome => [
  res.getHeader('Content-Type'),
  res.get('content-length'),
  res.getHeaders().etag,
];

async function outcomesOf(call: (res: PatchedResponse) => unknown, lines = ''): Promise<readonly Outcome[]> {
  const seen: Outcome[] = [];
  const server = patchedServer(
    (_req, res) => {
      seen.push(outcomeOf(res));
      call(res);
      seen.push(outcomeOf(res));
      res.once('finish', () => seen.push(outcomeOf(res)));
    },
    {},
    { etag: weakEntityTag },
  );
  const listening = await listen(server);
  await exchange(listening.port, `GET / HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`);
  await listening.close();
  return seen;
}

const NOTHING: Outcome = [undefined, undefined, undefined];

test.each<[string, (res: PatchedResponse) => unknown, Outcome]>([
  ['json', (res) => res.json({}), ['application/json; charset=utf-8', '2', weakEntityTag('{}')]],
  ['send', (res) => res.send('é'), ['text/html; charset=utf-8', '2', weakEntityTag('é')]],
  ['end without a header', (res) => res.end('hi'), [undefined, '2', undefined]],
  ['writeHead', (res) => res.writeHead(200, { 'Content-Type': 'a/b' }).end(), ['a/b', undefined, undefined]],
])('getHeader returns the headers that %s has sent', async (_, call, lines) => {
  expect(await outcomesOf(call)).toEqual([NOTHING, lines, lines]);
});

test('getHeader returns only ETag after a 304', async () => {
  const tag = weakEntityTag('hi');
  const [, after] = await outcomesOf((res) => res.send('hi'), `If-None-Match: ${tag}\r\n`);
  expect(after).toEqual([undefined, undefined, tag]);
});

test('getHeader, hasHeader and getHeaderNames agree on headers that were set and sent', async () => {
  const names: unknown[] = [];
  const others: unknown[] = [];
  await outcomesOf((res) => {
    res.set('ETag', '"mine"').set('X-A', ['b', 'c']);
    names.push(res.hasHeader('content-type'), res.getHeaderNames().sort());
    res.json({});
    names.push(res.hasHeader('Content-Type'), res.getHeaderNames().sort());
    others.push(res.getHeaders(), res.hasHeader('Date'), res.hasHeader('X-B'), res.get('X-B'));
  });
  expect(names).toEqual([false, ['etag', 'x-a'], true, ['content-length', 'content-type', 'etag', 'x-a']]);
  const headers = { etag: '"mine"', 'x-a': ['b', 'c'], 'content-length': '2' };
  expect(others).toEqual([expect.objectContaining(headers), false, false, undefined]);
});
