import { once } from 'node:events';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { json } from '../src/express.ts';
import { createServer, jsonBody } from '../src/index.ts';

const parsers = { 'another jsonBody()': jsonBody(), "Express's parser": json() };

test.each(Object.entries(parsers))(
  '%s leaves a body over HTTP/2 as the first one parsed it',
  async (_, second) => {
    const app = createServer({ http2: true });
    app.use(jsonBody());
    app.post('/', second as never, ({ body }) => ({ body }));
    const server = app.listen(0);
    await once(server, 'listening');
    // The first request of a session arrives with its body.
    const session = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
    const request = session.request({ ':method': 'POST', 'content-type': 'application/json' });
    request.end('{"a":1}');
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    session.close();
    await app.close();
    expect(text).toBe('{"body":{"a":1}}');
  },
);
