import { weakEntityTag } from '@nextpress/semantics/entity-tag';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { type PatchedResponse, patchedServer } from './patched-server.ts';

type Told = readonly [type: unknown, length: unknown, tag: unknown];

/** What a response tells of itself, as loggers ask for it. */
const told = (res: PatchedResponse): Told => [
  res.getHeader('Content-Type'),
  res.get('content-length'),
  res.getHeaders().etag,
];

async function toldBy(call: (res: PatchedResponse) => unknown, fields = ''): Promise<readonly Told[]> {
  const seen: Told[] = [];
  const server = patchedServer(
    (_req, res) => {
      seen.push(told(res));
      call(res);
      seen.push(told(res));
      res.once('finish', () => seen.push(told(res)));
    },
    {},
    { etag: weakEntityTag },
  );
  const listening = await listen(server);
  await exchange(listening.port, `GET / HTTP/1.1\r\nHost: x\r\n${fields}Connection: close\r\n\r\n`);
  await listening.close();
  return seen;
}

const NOTHING: Told = [undefined, undefined, undefined];

test.each<[string, (res: PatchedResponse) => unknown, Told]>([
  ['json', (res) => res.json({}), ['application/json; charset=utf-8', '2', weakEntityTag('{}')]],
  ['send', (res) => res.send('é'), ['text/html; charset=utf-8', '2', weakEntityTag('é')]],
  ['end without a field', (res) => res.end('hi'), [undefined, '2', undefined]],
  ['writeHead', (res) => res.writeHead(200, { 'Content-Type': 'a/b' }).end(), ['a/b', undefined, undefined]],
])('after %s a response tells the fields that were sent', async (_, call, fields) => {
  expect(await toldBy(call)).toEqual([NOTHING, fields, fields]);
});

test('of a 304 it tells the tag alone', async () => {
  const tag = weakEntityTag('hi');
  const [, after] = await toldBy((res) => res.send('hi'), `If-None-Match: ${tag}\r\n`);
  expect(after).toEqual([undefined, undefined, tag]);
});

test('what was set is told as it was set, and names and presence agree', async () => {
  const names: unknown[] = [];
  const others: unknown[] = [];
  await toldBy((res) => {
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
