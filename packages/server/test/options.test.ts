import { describe, expect, test } from 'vitest';
import { createServer, type ServerOptions } from '../src/index.ts';

describe('createServer()', () => {
  test('takes its own options, and those of http.createServer', () => {
    expect(() =>
      createServer({ caseSensitive: true, keepAliveTimeout: 72_000, maxHeaderSize: 8_192 }),
    ).not.toThrow();
  });

  test.each<[object, string]>([
    [{ keepalivetimeout: 1 }, 'has no option "keepalivetimeout": write keepAliveTimeout'],
    [{ cors: true }, 'has no option "cors": the options are caseSensitive, '],
    [{ strict: 'yes' }, 'the option strict of createServer() is string: write a value of type boolean'],
    [{ tls: null }, 'the option tls of createServer() is null: write a value of type object'],
    [{ ServerResponse: class {} }, 'has no option "ServerResponse"'],
  ])('refuses %o', (options, message) => {
    expect(() => createServer(options as ServerOptions)).toThrow(message);
  });
});
