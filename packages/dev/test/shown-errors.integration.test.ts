import { get, type RequestOptions } from 'node:http';
import { get as getSecurely } from 'node:https';
import { clientSecret, networkAddress } from '@nextpress-internal/test-kit';
import { describe, expect, test, vi } from 'vitest';
import { DevProcess } from './dev-process.ts';

// Starting several processes is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

async function start(app: string, ...args: string[]): Promise<DevProcess> {
  const dev = await DevProcess.forTest({ 'server.js': app });
  return dev.start(...args);
}

function bodyOf(send: typeof get, options: RequestOptions): Promise<string> {
  return new Promise((done, fail) => {
    send({ path: '/fails', agent: false, ...options }, async (res) => {
      let body = '';
      for await (const part of res.setEncoding('utf8')) body += part;
      done(body);
    }).on('error', fail);
  });
}

/** The headers of browsers, curl and scripts. */
const CLIENTS = [{ accept: 'text/html' }, { accept: '*/*', 'user-agent': 'curl/8.5.0' }, { accept: '*/*' }];
const LOCAL = { host: 'localhost' };

const FAILS = `app.get('/', (req, res) => res.send('ready'));
  app.get('/fails', () => { throw new Error('secret'); });`;

describe.each([
  ['nextpress', `import { createServer } from 'nextpress';\nconst app = createServer();`],
  ['nextpress/express', `import express from 'nextpress/express';\nconst app = express();`],
])('nextpress dev with an application of %s', (_name, first) => {
  test('shows messages, stacks and sources only to this machine under its own names', async () => {
    const dev = await start(`${first}\n${FAILS}\napp.listen(PORT);`, '--host');
    await dev.until('ready');
    const { port } = dev;
    const foreign: RequestOptions[] = [
      { headers: { host: 'rebound.example' } },
      { headers: { host: `rebound.example:${port}` } },
      { headers: { host: `localhost:${port}`, 'sec-fetch-site': 'cross-site' } },
      { headers: { ...LOCAL, 'x-forwarded-for': '127.0.0.1' } },
    ];
    if (networkAddress !== undefined) {
      const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
      for (const headers of [LOCAL, { ...LOCAL, ...upgrade }, { ...LOCAL, 'x-forwarded-for': '127.0.0.1' }])
        foreign.push({ host: networkAddress, headers });
    }
    for (const client of CLIENTS) {
      expect(await bodyOf(get, { port, headers: { ...LOCAL, ...client } })).toContain('secret');
      for (const { host = '127.0.0.1', headers } of foreign) {
        const body = await bodyOf(get, { port, host, headers: { ...client, ...headers } });
        expect(body).toContain('Internal Server Error');
        expect(body).not.toMatch(/secret|server\.js|stack/);
      }
    }
    dev.write({ 'server.js': 'const secret = ;' });
    await dev.until('SyntaxError');
    for (const { host = '127.0.0.1', headers } of foreign)
      expect(await bodyOf(get, { port, host, headers })).toBe('The application has failed.\n');
  });
});

test.skipIf(networkAddress === undefined)(
  'a TLS server, which listens itself, shows errors only to this machine',
  async () => {
    const tls = `{ ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2', pskCallback: () => Buffer.from('00112233445566778899aabbccddeeff', 'hex') }`;
    const dev = await start(`import { createServer } from 'nextpress';
      const app = createServer({ tls: ${tls} });
      ${FAILS}
      app.listen(PORT, () => console.log('listening'));`);
    await dev.untilPrinted('listening');
    const { port } = dev;
    for (const client of CLIENTS) {
      const options = { port, headers: { ...LOCAL, ...client }, ...clientSecret } as RequestOptions;
      expect(await bodyOf(getSecurely, { ...options, host: '127.0.0.1' })).toContain('secret');
      const body = await bodyOf(getSecurely, { ...options, host: networkAddress });
      expect(body).toContain('Internal Server Error');
      expect(body).not.toMatch(/secret|server\.js|stack/);
    }
  },
);
