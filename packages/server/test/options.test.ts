import { describe, expect, test } from 'vitest';
import { createServer, type ServerOptions } from '../src/index.ts';

describe('createServer()', () => {
  test('accepts its own options and those of http.createServer', () => {
    expect(() =>
      createServer({ caseSensitive: true, keepAliveTimeout: 72_000, maxHeaderSize: 8_192 }),
    ).not.toThrow();
  });

  test.each<[object, string]>([
    [{ keepalivetimeout: 1 }, 'Unknown option "keepalivetimeout" of createServer(): use "keepAliveTimeout".'],
    [{ cors: true }, 'Unknown option "cors" of createServer(): expected one of caseSensitive, '],
    [{ strict: 'yes' }, 'Invalid option "strict" of createServer(): expected true or false, got "yes".'],
    [{ tls: null }, 'Invalid option "tls" of createServer(): expected an object, got null.'],
    [{ ServerResponse: class {} }, 'Unknown option "ServerResponse" of createServer()'],
  ])('throws for %o', (options, message) => {
    expect(() => createServer(options as ServerOptions)).toThrow(message);
  });
});
