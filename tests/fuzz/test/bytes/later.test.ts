import { expect, test } from 'vitest';
import type { Observation } from '../../bytes/exchange.mjs';
import { isMerelyLater, withoutReset } from '../../bytes/later.mjs';

const soonest = observation([
  '0 bytes, open, 2 requests',
  '0 bytes, open, 3 requests',
  '90 bytes, open, 3 requests',
]);
const latest = observation([
  '0 bytes, open, 1 requests',
  '60 bytes, open, 1 requests',
  '90 bytes, open, 3 requests',
]);

function observation(rests: string[], rest: Partial<Observation> = {}): Observation {
  return { rests, bytes: 'abc', server: ['request 0'], socket: [], requests: [], strays: [], ...rest };
}

const isLater = (lane: Observation, other = soonest) => isMerelyLater(other, lane, soonest, latest);

test('a moment between the soonest and the latest is as good as either', () => {
  const between = ['0 bytes, open, 2 requests', '60 bytes, open, 2 requests', '90 bytes, open, 3 requests'];
  expect(isLater(observation(between))).toBe(true);
  expect(isLater(observation(latest.rests))).toBe(true);
});

test('a moment before the soonest, after the latest or in another state is a difference', () => {
  const [first = '', , last = ''] = soonest.rests;
  for (const rest of [
    '0 bytes, open, 4 requests',
    '0 bytes, open, 0 requests',
    '61 bytes, open, 2 requests',
    '0 bytes, ended, 3 requests',
  ])
    expect(isLater(observation([first, rest, last]))).toBe(false);
});

test('nothing else may differ, nor the outcome', () => {
  const { rests } = latest;
  expect(isLater(observation(rests, { bytes: 'abd' }))).toBe(false);
  expect(isLater(observation(rests, { server: [] }))).toBe(false);
  expect(isLater(observation(rests, { strays: ['Error'] }))).toBe(false);
  expect(isLater(observation([...rests.slice(0, -1), '90 bytes, ended, 3 requests']))).toBe(false);
  expect(isLater(observation([...rests.slice(0, -1), '60 bytes, open, 3 requests']))).toBe(false);
});

test('unread bytes reset a connection, and withheld bytes do not', () => {
  const ends = (fate: string) => observation([`0 bytes, ${fate}, 1 requests`]);
  const isSame = (lane: Observation) => isMerelyLater(ends('ended'), lane, ends('ended'), ends('ended'));
  expect(isSame(ends('ECONNRESET'))).toBe(false);
  expect(isSame(withoutReset(ends('ECONNRESET')))).toBe(true);
  expect(isSame(withoutReset(ends('open')))).toBe(false);
});

test('a response that has waited until it was alone has its socket when its handler starts, and no other may', () => {
  const withSocket = (res: string, { rests } = soonest): Observation =>
    observation(rests, {
      requests: [{ 'start sockets': { req: 'own', res, responseConnection: res }, body: '' }],
    });
  const isInTurn = (lane: string, first: string, last: string): boolean =>
    isMerelyLater(withSocket(first), withSocket(lane), withSocket(first), withSocket(last, latest));
  expect(isInTurn('own', 'null', 'own')).toBe(true);
  expect(isInTurn('own', 'null', 'null')).toBe(false);
  expect(isInTurn('null', 'own', 'own')).toBe(false);
  expect(isInTurn('other', 'null', 'own')).toBe(false);
});
