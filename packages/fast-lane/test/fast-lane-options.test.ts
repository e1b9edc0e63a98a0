import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import { fastLane } from '@nextpress/fast-lane';
import { describe, expect, test } from 'vitest';

/** Calls it as untyped JavaScript would. */
const call = fastLane as (...args: unknown[]) => unknown;

describe('the server', () => {
  test('may be a node:http server, a node:https server, or an instance of a subclass', () => {
    class OwnServer extends http.Server {}
    for (const server of [http.createServer(), https.createServer(), new OwnServer()]) {
      expect(fastLane(server)).toBe(server);
    }
  });

  test.each([
    ['a listener', () => {}, 'a function'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a port', 3000, '3000'],
    ['an object', {}, 'an object of class Object'],
    ['an object without a prototype', Object.create(null), 'an object of class null'],
    ['a node:net server', net.createServer(), 'an object of class Server'],
    ['a node:http2 server', http2.createServer(), 'an object of class Http2Server'],
  ])('rejects %s and says what to write', (_, server, kind) => {
    expect(() => call(server)).toThrow(
      new TypeError(
        `Invalid server: expected an http.Server or an https.Server, got ${kind}; write fastLane(http.createServer(listener))`,
      ),
    );
  });
});

describe('the options', () => {
  test.each([[undefined], [{}], [{ lazy: undefined }], [{ lazy: true }], [{ lazy: false }]])(
    'can be %j',
    (options) => {
      const server = http.createServer();
      expect(call(server, options)).toBe(server);
    },
  );

  test.each([
    [null, 'null'],
    [true, 'true'],
    [() => {}, 'a function'],
  ])('must be an object, not %s', (options, kind) => {
    expect(() => call(http.createServer(), options)).toThrow(
      new TypeError(`Invalid options of fastLane(): expected an object such as { lazy: true }, got ${kind}`),
    );
  });

  test('rejects an unknown name', () => {
    expect(() => call(http.createServer(), { Lazy: true })).toThrow(
      new TypeError('Unknown option "Lazy" of fastLane(): expected lazy'),
    );
  });

  test.each(['yes', 1, null])('lazy must be true or false, not %j', (lazy) => {
    expect(() => call(http.createServer(), { lazy })).toThrow(
      new TypeError(`Invalid option "lazy" of fastLane(): expected true or false, got ${lazy}`),
    );
  });

  test('leave the server unchanged if they are invalid', () => {
    const server = http.createServer();
    const listeners = server.rawListeners('connection');
    expect(() => call(server, { lazy: 'yes' })).toThrow(TypeError);
    expect(server.rawListeners('connection')).toEqual(listeners);
    expect(server).not.toHaveProperty('stats');
  });

  test('are also checked for a server that already has the lane', () => {
    const server = fastLane(http.createServer());
    expect(() => call(server, { lazy: 'yes' })).toThrow(TypeError);
  });
});
