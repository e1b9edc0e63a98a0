import { expect, test } from 'vitest';
import { Random } from '../../fuzz/random.mjs';
import { makeRequest } from '../requests.mjs';
import { compareWithJournal, Tally } from '../tally.mjs';

const item = makeRequest(new Random(1), 'a', 'item');
const order = makeRequest(new Random(1), 'b', 'order');
const broken = async () => ({ broken: 'ECONNRESET' });

test('a failure is expected where a fault was injected, before or during the request', async () => {
  const tally = new Tally();
  tally.expectFailures(0, ({ isStored }) => isStored);
  await tally.count(0, order, broken);
  await tally.count(0, item, broken);
  await tally.count(1, order, broken);
  expect([...tally.expected]).toEqual([['ECONNRESET', 1]]);
  expect(tally.unexpected).toEqual(['instance 0, item a: ECONNRESET', 'instance 1, order b: ECONNRESET']);

  const late = tally.count(1, order, async () => {
    tally.expectFailures(1);
    return { broken: 'ECONNRESET' };
  });
  await late;
  tally.expectSuccess(1);
  expect(tally.failed).toBe(2);
  await tally.count(1, order, broken);
  expect(tally.unexpected).toHaveLength(3);
});

test('a wrong response is never expected', async () => {
  const tally = new Tally();
  tally.expectFailures(0);
  await tally.count(0, item, async () => ({ invalid: 'not a response' }));
  expect(tally.wrong).toEqual(['item a: not a response']);
});

test('finds lost, repeated, invented and cut-off requests in the journal', () => {
  const tally = {
    acknowledged: new Set(['a', 'b']),
    incomplete: new Set(['c', 'd']),
    interrupted: new Set(['b', 'e']),
  };
  const journal = new Map([
    ['b', 2],
    ['c', 1],
  ]);
  expect(compareWithJournal(tally, journal)).toEqual({
    lost: ['a'],
    repeated: ['b'],
    invented: ['c'],
    cutOff: ['b'],
  });
});
