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
    [{ routes: [] }, 'Unknown option "routes" of createServer(): expected one of caseSensitive, '],
    [{ cors: true }, 'Unknown option "cors" of createServer(): use the middleware, as in app.use(cors()).'],
    [
      { port: 3000 },
      'Unknown option "port" of createServer(): pass it to listen(), as in createServer().listen(3000).',
    ],
    [
      { bodyLimit: 1024 },
      'Unknown option "bodyLimit" of createServer(): pass the limit to the parser, as in jsonBody({ limit: "1mb" }).',
    ],
    [
      { requestIdHeader: 'X-Id' },
      'Unknown option "requestIdHeader" of createServer(): use "requestId", as in createServer({ requestId: { header: "X-Request-Id" } }).',
    ],
    [{ genReqId: () => '1' }, 'use "requestId", as in createServer({ requestId: { generate } }).'],
    [{ ignoreTrailingSlash: true }, 'use "strict", which is false by default.'],
    [{ strict: 'yes' }, 'Invalid option "strict" of createServer(): expected true or false, got "yes".'],
    [{ tls: null }, 'Invalid option "tls" of createServer(): expected an object, got null.'],
    [{ http2: 1 }, 'Invalid option "http2" of createServer(): expected a boolean or an object'],
    [{ http2: { idleTimeout: -1 } }, 'Invalid option "idleTimeout" of http2(): expected an integer from 0'],
    [{ ServerResponse: class {} }, 'Unknown option "ServerResponse" of createServer()'],
  ])('throws for %o', (options, message) => {
    expect(() => createServer(options as ServerOptions)).toThrow(message);
  });
});
