import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type IncomingHttpHeaders, type SecureClientSessionOptions } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startExample } from '@nextpress-internal/example-process';
import { selfSigned } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';

const home = new URL('..', import.meta.url);

/** Sends requests over one HTTP/2 connection, which is closed when the test ends. */
function client(url: string, options: SecureClientSessionOptions = {}) {
  const session = connect(url, options);
  onTestFinished(() => session.destroy());
  return async (path: string) => {
    const stream = session.request({ ':path': path });
    const hints: (string | undefined)[] = [];
    stream.on('headers', (fields: IncomingHttpHeaders) => hints.push(String(fields.link)));
    await once(stream, 'response');
    return { hints, body: (await stream.setEncoding('utf8').toArray()).join('') };
  };
}

describe('without TLS', () => {
  test('both protocols are served on one port, and requests in flight complete before the process exits', async () => {
    const example = await startExample(home);
    const get = client(example.url);
    const page = await get('/');
    expect(page.body).toContain('<h1>HTTP/2.0</h1>');
    expect(page.hints).toEqual(['</style.css>; rel=preload; as=style']);
    expect(await (await fetch(example.url)).text()).toContain('<h1>HTTP/1.1</h1>');
    const tiles = Promise.all(Array.from({ length: 100 }, (_, number) => get(`/tiles/${number}`)));
    await get('/style.css');
    const { code } = await example.interrupt();
    expect((await tiles).map(({ body }) => JSON.parse(body))).toEqual(
      Array.from({ length: 100 }, (_, tile) => ({ tile, httpVersion: '2.0' })),
    );
    expect(code).toBe(0);
  });
});

describe('with TLS', () => {
  test('clients choose the protocol', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nextpress-http2-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { key, cert } = selfSigned();
    writeFileSync(join(folder, 'key.pem'), key);
    writeFileSync(join(folder, 'cert.pem'), cert);
    const env = { TLS_KEY: join(folder, 'key.pem'), TLS_CERT: join(folder, 'cert.pem') };
    const example = await startExample(home, { env });
    onTestFinished(() => void example.interrupt());
    expect(example.url).toMatch(/^https:/);
    const get = client(example.url.replace('localhost', '127.0.0.1'), { ca: cert });
    expect((await get('/')).body).toContain('<h1>HTTP/2.0</h1>');
  });
});
