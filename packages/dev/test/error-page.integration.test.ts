import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { DevProcess } from './dev-process.ts';

// Starting several processes takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const APP = `import { createServer, formBody, jsonBody } from 'nextpress';
const app = createServer();
app.get('/', () => 'ready');
app.post('/json', jsonBody(), () => { throw new Error('failed'); });
app.post('/form', formBody(), () => { throw new Error('failed'); });
app.post('/raw', () => { throw new Error('failed'); });
app.listen(PORT);
`;

function post(
  dev: DevProcess,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Response> {
  return fetch(`http://localhost:${dev.port}${path}`, { method: 'POST', headers, body: body ?? null });
}

/** The status of a POST whose `Host` is another name, which fetch() cannot send. */
async function postTo(host: string, dev: DevProcess, path: string): Promise<number | undefined> {
  const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  const req = request({ host: '127.0.0.1', port: dev.port, path, method: 'POST', headers });
  const [response] = (await once(req.end(), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test('the page of an error shows headers and the body that has been read, without secrets', async () => {
  const dev = (await DevProcess.forTest({ 'server.js': APP })).start();
  await dev.until('ready');
  const sent = {
    accept: 'text/html',
    'x-tenant': 'acme<1>',
    authorization: 'Bearer hidden-1',
    cookie: 'sid=hidden-2',
    'x-api-key': 'hidden-3',
    'x-auth': 'hidden-8',
    referer: 'http://localhost/?access_token=hidden-9',
  };
  const user = { name: 'Ada', password: 'hidden-4', nested: [{ accessToken: 'hidden-5', age: 36 }] };
  const pages = await Promise.all([
    post(dev, '/json?sig=hidden-7', { ...sent, 'content-type': 'application/json' }, JSON.stringify(user)),
    post(
      dev,
      '/form',
      { ...sent, 'content-type': 'application/x-www-form-urlencoded' },
      'name=Ada&age=36&password=hidden-4',
    ),
  ]).then((responses) => Promise.all(responses.map((each) => each.text())));
  for (const page of pages) {
    expect(page).toContain('<th>x-tenant</th><td>acme&lt;1&gt;</td>');
    expect(page).toContain('<th>authorization</th><td>[masked]</td>');
    expect(page).toContain('&quot;name&quot;: &quot;Ada&quot;');
    expect(page).toMatch(/&quot;age&quot;: (?:&quot;)?36/);
    expect(page).toContain('&quot;password&quot;: &quot;[masked]&quot;');
    expect(page).not.toContain('hidden');
  }
  const [log = ''] = dev.output.split('hidden').slice(1);
  expect(log).toBe('');
  const unread = await (await post(dev, '/raw', sent, 'hidden-6')).text();
  expect(unread).toContain('<th>x-tenant</th>');
  expect(unread).not.toContain('<h2>Body</h2>');
});

test.skipIf(process.platform === 'win32')(
  'a place on the page of an error opens in the editor, and no page of another origin can do that',
  async () => {
    const dev = await DevProcess.forTest({ 'server.js': APP, '.env': 'SECRET=1\n' });
    const editor = join(dev.folder, 'editor');
    const opened = join(dev.folder, 'opened');
    writeFileSync(editor, `#!/bin/sh\necho "$@" >> '${opened}'\n`);
    chmodSync(editor, 0o755);
    dev.startInTerminal({ LAUNCH_EDITOR: editor });
    await dev.until('ready');
    const page = await (await post(dev, '/raw', { accept: 'text/html' })).text();
    const [, action = ''] = /formaction="([^"]+)"/.exec(page) ?? [];
    const target = action.replaceAll('&amp;', '&');
    const open = (headers: Record<string, string>, to = target): Promise<number> =>
      post(dev, to, headers).then(({ status }) => status);
    for (const headers of [
      { origin: 'http://localhost:1' },
      { origin: 'null' },
      { origin: 'https://example.com', 'sec-fetch-site': 'cross-site' },
      { 'x-forwarded-for': '192.0.2.1' },
    ]) {
      expect(await open(headers as Record<string, string>)).toBe(403);
    }
    for (const host of ['evil.example', `evil.example:${dev.port}`, 'localhost.evil.example'])
      expect(await postTo(host, dev, target)).toBe(403);
    const own = { origin: `http://localhost:${dev.port}` };
    for (const position of [
      {},
      { line: '0' },
      { line: '1', column: '-1' },
      { line: '1', column: '1:1' },
      { line: 'x', column: '1' },
    ]) {
      const place = new URLSearchParams({ file: join(dev.folder, 'server.js'), ...position });
      expect(await open(own, `/.nextpress/open?${place}`)).toBe(400);
    }
    for (const file of ['/etc/passwd', join(dev.folder, '.env'), join(dev.folder, 'missing.js'), ''])
      expect(await open(own, `/.nextpress/open?${new URLSearchParams({ file, line: '1' })}`)).toBe(403);
    expect((await dev.get(target)).status).toBe(404);
    expect(existsSync(opened)).toBe(false);
    expect(await open(own)).toBe(204);
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toMatch(/server\.js 6 32\n$/);
  },
);
