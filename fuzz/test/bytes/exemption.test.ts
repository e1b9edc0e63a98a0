import { expect, test } from 'vitest';
import { permitted } from '../../bytes/exemption.mjs';
import { generateCase } from '../../bytes/generate-case.mjs';

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
const answered = { rests: [], bytes: '', server: [], socket: [], requests: [{}], strays: [] };
const fuzzCase = { ...generateCase(1, 1), arrangement: 'plain', ending: 'open' } as const;

test('an ordinary request may not wait', () => {
  expect(permitted({ ...fuzzCase, units: [get, get, get] }, answered)).toEqual([]);
});

test('the first request may not wait: nothing is pending before it', () => {
  expect(permitted({ ...fuzzCase, units: [chunked] }, answered)).toEqual([]);
});

test('a request that is not ordinary may wait, with all that is behind it', () => {
  const delivery = { from: get.length, finWaits: true };
  expect(permitted({ ...fuzzCase, units: [get, chunked, get] }, answered)).toEqual([delivery]);
});

test('so may what is no request at all', () => {
  expect(permitted({ ...fuzzCase, units: [get, 'nonsense'] }, answered)).toHaveLength(1);
});

test('a FIN behind such a request comes before it or after it', () => {
  expect(permitted({ ...fuzzCase, units: [get, chunked], ending: 'fin' }, answered)).toHaveLength(2);
});

test('without a request that reached a handler nothing is pending', () => {
  expect(permitted({ ...fuzzCase, units: [get, chunked] }, { ...answered, requests: [] })).toEqual([]);
});
