import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  CORE,
  FAST_LANE,
  HTTP2,
  INJECT,
  LATER,
  LIFECYCLE,
  MULTIPART,
  missingMembers,
  type NodeSocket,
  requireMembers,
  SERVER,
} from '../src/node.ts';
import { membersIn } from './hide-member.ts';

const NEEDS = Object.entries({ CORE, FAST_LANE, HTTP2, INJECT, LIFECYCLE, MULTIPART, SERVER });

/** Members of an open connection, of its handle and of its parser. They exist only after a server has accepted it. */
const OF_CONNECTIONS = {
  socket: ['_paused', 'parser'],
  handle: ['bytesWritten', 'readStart', 'readStop', 'reading', 'useUserBuffer', 'writeQueueSize'],
  parser: ['_consumed', 'incoming', 'onIncoming'],
};

// The alarm for a new Node: see docs/internals.md.
test.each(NEEDS)('this Node has every private member in %s', (_name, needs) => {
  expect(missingMembers(needs)).toEqual([]);
});

test.each(Object.entries(LATER))(
  'this Node has the newer private members of a %s from their version on',
  (owner, since) => {
    const major = Number.parseInt(process.versions.node, 10);
    const expected = Object.keys(since).filter((name) => major < Number(since[name]));
    expect(missingMembers({ [owner]: Object.keys(since) })).toEqual(
      expected.map((name) => `${owner}.${name}`),
    );
  },
);

test('this Node has the private members of an open connection', async () => {
  const server = createServer((_req, res) => res.end());
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'request');
  const { port } = server.address() as AddressInfo;
  get({ host: '127.0.0.1', port, agent: false }, (res) => res.resume());
  const [{ socket }] = (await accepted) as [{ socket: NodeSocket }];
  const missing = Object.entries({ socket, handle: socket._handle, parser: socket.parser }).flatMap(
    ([of, object]) =>
      OF_CONNECTIONS[of as keyof typeof OF_CONNECTIONS].filter((name) => !(name in Object(object))),
  );
  expect(missing).toEqual([]);
});

test('each private member of messages that is declared is needed, or is only set or optional', async () => {
  const types = await readFile(new URL('../src/node.ts', import.meta.url), 'utf8');
  const [, messages = ''] = /export interface NodeRequest(.*)\/\*\* A server's socket/s.exec(types) ?? [];
  const declared = new Set(messages.match(/\b_\w+/g));
  expect(declared.size).toBeGreaterThan(20);
  const needed = new Set(NEEDS.flatMap(([, needs]) => membersIn(needs).map(([, name]) => name)));
  expect([...declared].filter((name) => !needed.has(name))).toEqual([
    '_addHeaderLine',
    '_maxRequestsPerSocket',
  ]);
});

test('requireMembers() names every missing member', () => {
  expect(() => requireMembers('it', { socket: ['_gone'], response: ['_header', 'kLost'] })).toThrow(
    'it expected socket._gone, response.kLost, got',
  );
});
