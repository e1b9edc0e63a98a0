// Option `defaultCharset` of body parsers, which only text() has in Express 4.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import theirs from 'express';
import ours from 'nextpress/express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VERSION_4 } from './version-4.ts';

type Middleware = (options: object) => unknown;
interface Library {
  (): { post(path: string, ...handlers: unknown[]): unknown; set(name: string, value: unknown): unknown };
  json: Middleware;
  urlencoded: Middleware;
  text: Middleware;
}

const BODIES: [name: 'json' | 'urlencoded' | 'text', type: string, body: string][] = [
  ['json', 'application/json', '{"a":"\xe9"}'],
  ['urlencoded', 'application/x-www-form-urlencoded', 'a=%E9'],
  ['text', 'text/plain', '\xe9'],
];

/** The status and the body, or that the parser cannot be made. */
async function outcome(
  library: Library,
  [name, type, body]: (typeof BODIES)[number],
  charset: string,
): Promise<unknown> {
  const app = library();
  app.set('env', 'test');
  try {
    app.post(
      '/',
      library[name]({ defaultCharset: charset }),
      (req: { body: unknown }, res: { json(value: unknown): void }) => res.json(req.body),
    );
  } catch {
    return 'throws';
  }
  const server = createServer(app as unknown as RequestListener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.from(body, 'latin1'),
  });
  const text = await response.text();
  return response.ok ? text : response.status;
}

describe.each([
  ['5', theirs, ours],
  ['4', VERSION_4.theirs, VERSION_4.ours],
])('defaultCharset in Express %s', (_version, reference, library) => {
  test.each(BODIES)('of %s() reads bodies as Express does', async (...body) => {
    for (const charset of ['latin1', 'iso-8859-1', 'utf-8', 'unknown', ''])
      expect([charset, await outcome(library as unknown as Library, body, charset)]).toEqual([
        charset,
        await outcome(reference as unknown as Library, body, charset),
      ]);
  });
});
