import { createServer } from 'node:http';
import type { NodeServer } from '@nextpress-internal/internals/node';
import { describe, expect, test } from 'vitest';
import {
  hasPlainParser,
  hasPlainRequests,
  withParserSettings,
} from '../../../src/internal/connection/settings.ts';

const serverWith = (settings: object, options: object = {}): NodeServer =>
  Object.assign(createServer(options), settings) as NodeServer;

test('the lane supports the settings of a new server', () => {
  expect([hasPlainParser(serverWith({})), hasPlainRequests(serverWith({}))]).toEqual([true, true]);
});

test.each([
  { insecureHTTPParser: true },
  { httpValidation: 'relaxed' },
  { maxHeadersCount: 50 },
  { maxHeadersCount: 0 },
])('%o needs Node’s parser', (settings) => {
  expect(hasPlainParser(serverWith(settings))).toBe(false);
});

test.each([
  { timeout: 1 },
  { maxRequestsPerSocket: 2 },
  ...['5000', true, -1, Number.POSITIVE_INFINITY, 5n].map((keepAliveTimeout) => ({ keepAliveTimeout })),
])('%o needs Node’s requests', (settings) => {
  expect(hasPlainRequests(serverWith(settings))).toBe(false);
});

test('a server with uniqueHeaders is served by Node', () => {
  expect(hasPlainRequests(serverWith({}, { uniqueHeaders: ['x-a'] }))).toBe(false);
});

test.each([
  { insecureHTTPParser: false, maxHeadersCount: null },
  { timeout: 0, maxRequestsPerSocket: 0 },
  ...[0, 1, 0.5, Number.NaN, undefined, null, ''].map((keepAliveTimeout) => ({ keepAliveTimeout })),
])('%o changes nothing', (settings) => {
  const server = serverWith(settings);
  expect([hasPlainParser(server), hasPlainRequests(server)]).toEqual([true, true]);
});

describe('parser settings', () => {
  const late = {
    insecureHTTPParser: true,
    httpValidation: 'insecure',
    maxHeadersCount: 3,
    maxHeaderSize: 99,
  };
  const shown = ({
    insecureHTTPParser,
    httpValidation,
    maxHeadersCount,
    maxHeaderSize,
  }: NodeServer): object => ({
    insecureHTTPParser,
    httpValidation,
    maxHeadersCount,
    maxHeaderSize,
  });

  test('have the values from when the connection opened, and the server keeps later changes', () => {
    const server = serverWith(late);
    let seen: object = {};
    withParserSettings(server, 40_000, () => {
      seen = shown(server);
    });
    expect(seen).toEqual({
      insecureHTTPParser: false,
      httpValidation: undefined,
      maxHeadersCount: null,
      maxHeaderSize: 40_000,
    });
    expect(shown(server)).toEqual(late);
  });

  test('are restored when Node throws', () => {
    const server = serverWith(late);
    expect(() =>
      withParserSettings(server, 0, () => {
        throw new Error('thrown');
      }),
    ).toThrow('thrown');
    expect(shown(server)).toEqual(late);
  });

  test('are untouched if nothing was set', () => {
    const server = serverWith({});
    const before = shown(server);
    let seen: object = {};
    withParserSettings(server, server.maxHeaderSize ?? 0, () => {
      seen = shown(server);
    });
    expect(seen).toEqual(before);
  });
});
