import { expect, test } from 'vitest';
import { isLocalClient, isLoopback } from '../src/local-client.ts';

test.each([
  [{ host: 'localhost:3000' }, true],
  [{ host: 'localhost' }, true],
  [{ host: 'LocalHost:3000' }, true],
  [{ host: 'localhost.:3000' }, true],
  [{ host: 'app.localhost' }, true],
  [{ host: '127.0.0.1:3000' }, true],
  [{ host: '[::1]:3000' }, true],
  [{ host: '192.168.1.7:3000' }, true],
  [{ ':authority': 'localhost:3000' }, true],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'none' }, true],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, true],
  [{ host: 'LOCALHOST:3000', origin: 'http://localhost:3000' }, true],
  [{ host: 'rebound.example' }, false],
  [{ host: 'REBOUND.example.:3000' }, false],
  [{ host: 'localhost.rebound.example' }, false],
  [{ host: 'notlocalhost' }, false],
  [{ host: 'localhost..' }, false],
  [{ host: 'localhost:3000:3000' }, false],
  [{ host: 'localhost:http' }, false],
  [{ host: 'localhost@rebound.example' }, false],
  [{ host: 'localhost/rebound.example' }, false],
  [{ host: '[rebound.example]' }, false],
  [{ host: '127.0.0.1.rebound.example' }, false],
  [{ host: '' }, false],
  [{}, false],
  [{ ':authority': 'rebound.example', host: 'localhost' }, false],
  [{ host: 'rebound.example', 'x-forwarded-host': 'localhost' }, false],
  [{ host: 'localhost:3000', 'x-forwarded-for': '192.168.1.9' }, false],
  [{ host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' }, false],
  [{ host: 'localhost:3000', forwarded: 'for=192.168.1.9' }, false],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }, false],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'same-site' }, false],
  [{ host: 'localhost:3000', origin: 'http://localhost:4000' }, false],
  [{ host: 'localhost:3000', origin: 'null' }, false],
] as const)('isLocalClient for a request from 127.0.0.1 with %j is %s', (headers, expected) => {
  expect(isLocalClient({ headers, socket: { remoteAddress: '127.0.0.1' } })).toBe(expected);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.9', false],
  ['::ffff:192.168.1.9', false],
  ['128.127.0.1', false],
  ['fe80::1', false],
  ['', false],
  [undefined, false],
])('isLoopback(%s), and isLocalClient for a request from it, are %s', (remoteAddress, expected) => {
  expect(isLoopback(remoteAddress)).toBe(expected);
  expect(isLocalClient({ headers: { host: 'localhost' }, socket: { remoteAddress } })).toBe(expected);
});

test.each([[undefined], [null]])('isLocalClient for a request whose socket is %s is false', (socket) => {
  expect(isLocalClient({ headers: { host: 'localhost' }, socket })).toBe(false);
});
