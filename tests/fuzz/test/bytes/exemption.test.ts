import { expect, test } from 'vitest';
import { pausesInsideHead, permitted } from '../../bytes/exemption.mjs';
import { generateCase } from '../../bytes/generate-case.mjs';

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
const finished = { rests: [], bytes: '', server: [], socket: [], requests: [{}], strays: [] };
const fuzzCase = { ...generateCase(1, 1), arrangement: 'plain', ending: 'open' } as const;

/** The offsets from which bytes may be withheld. */
function withheld(units: string[], node = finished, ending: 'open' | 'fin' = 'open'): number[] {
  const deliveries = [...permitted({ ...fuzzCase, units, cuts: [], ending }, node)];
  return [...new Set(deliveries.flatMap(({ stops }) => stops.slice(0, 1)))];
}

test('an ordinary request may not wait', () => {
  expect(withheld([get, get, get])).toEqual([]);
});

test('the first request may not wait: nothing is pending before it', () => {
  expect(withheld([chunked])).toEqual([]);
});

test('a request that is not ordinary may wait, with everything after it', () => {
  expect(withheld([get, chunked, get])).toEqual([get.length]);
});

test('so may bytes that are not a request at all', () => {
  expect(withheld([get, 'nonsense'])).toEqual([get.length]);
});

test('a FIN after such a request waits, arrives with it, or replaces it', () => {
  const deliveries = [
    ...permitted({ ...fuzzCase, units: [get, chunked], cuts: [], ending: 'fin' }, finished),
  ];
  expect([...new Set(deliveries.map(({ fin }) => fin))]).toEqual(['waits', 'flushes', 'drops']);
});

test('without a request that reached a handler nothing is pending', () => {
  expect(withheld([get, chunked], { ...finished, requests: [] })).toEqual([]);
});

test('a head is paused in when a part ends in it', () => {
  const paused = (cuts: number[], units = [get, get]) => pausesInsideHead({ ...fuzzCase, units, cuts });
  expect(paused([])).toBe(false);
  expect(paused([get.length])).toBe(false);
  expect(paused([get.length - 1])).toBe(true);
  expect(paused([], [get, 'GET / HTT'])).toBe(true);
});
