import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import { acceptHttp2 } from './accept-http2.ts';
import { readHttp2Options } from './read-http2-options.ts';
import { refuseWithoutBody } from './refuse.ts';
import { Http2Sessions, type SessionSetup } from './sessions.ts';

/**
 * Serves HTTP/2 next to HTTP/1.1 on a server that is not listening yet. HTTP/2 requests are `request` events with `node:http`
 * messages.
 *
 * @param setup - settings default to those of `readHttp2Options()`, messages to the `node:http` classes
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { serveHttp2 } from '@nextpress/http2';
 *
 * const server = createServer((req, res) => res.end(`HTTP/${req.httpVersion}`));
 * serveHttp2(server);
 * server.listen(0, async () => {
 *   const response = await fetch(`http://localhost:${server.address().port}`);
 *   await response.text(); // => 'HTTP/1.1'
 *   server.close();
 * });
 * ```
 */
export function serveHttp2(server: Server, setup: Partial<SessionSetup> = {}): Http2Sessions {
  const {
    settings = readHttp2Options(),
    messages = { Request: IncomingMessage, Response: ServerResponse },
    refuse = refuseWithoutBody,
  } = setup;
  const sessions = new Http2Sessions(server, { settings, messages, refuse });
  acceptHttp2(server, (socket) => sessions.accept(socket));
  return sessions;
}
