import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const json = { 'Content-Type': 'application/json' };

describe.each([
  ['Express', '--import ./test/on-express.mjs'],
  ['Nextpress', ''],
])('on %s', (_name, options) => {
  let example: RunningExample;
  let uploads: string;
  let cookies: Record<string, string> = {};

  beforeAll(async () => {
    uploads = await mkdtemp(join(tmpdir(), 'notices-'));
    const env = { UPLOADS: uploads, NODE_OPTIONS: options };
    example = await startExample(new URL('..', import.meta.url), { script: 'dist/server.js', env });
  });
  afterAll(async () => {
    await example.interrupt();
    await rm(uploads, { recursive: true });
  });

  /** Acts like a browser: sends the cookies it received, but does not follow redirects. */
  async function visit(path: string, { headers, ...rest }: RequestInit = {}): Promise<Response> {
    const cookie = Object.entries(cookies).map(([key, value]) => `${key}=${value}`);
    const response = await fetch(example.url + path, {
      redirect: 'manual',
      ...rest,
      headers: { Accept: 'text/html', Cookie: cookie.join('; '), ...headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies = { ...cookies, [key]: value };
    }
    return response;
  }
  const post = (path: string, body?: NonNullable<RequestInit['body']>): Promise<Response> =>
    visit(path, { method: 'POST', body: body ?? new URLSearchParams() });
  const api = (path: string, init: RequestInit = {}): Promise<Response> =>
    visit(`/api/notices${path}`, { ...init, headers: { Accept: 'application/json', ...init.headers } });

  test('the API adds, lists, shows and removes notices, and validates input', async () => {
    const add = (notice: unknown) => api('', { method: 'POST', headers: json, body: JSON.stringify(notice) });
    const added = await add({ author: ' Ada ', text: 'Lost: a key' });
    expect([added.status, added.headers.get('location')]).toEqual([201, '/api/notices/1']);
    expect(await added.text()).toBe('{\n  "id": 1,\n  "author": "Ada",\n  "text": "Lost: a key"\n}');
    const refused = await add({ author: '', text: 'x'.repeat(201) });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { problems: ['who says so?', 'one to 200 characters'] },
    ]);
    expect((await add({ text: 'x'.repeat(20_000) })).status).toBe(413);
    const malformed = await api('', { method: 'POST', headers: json, body: '{"author":' });
    expect([malformed.status, await malformed.json()]).toEqual([
      400,
      { status: 400, message: expect.stringContaining('JSON') },
    ]);
    expect(await (await api('?author=Ada')).json()).toHaveLength(1);
    expect(await (await api('?author=Bob')).json()).toEqual([]);
    const shown = await api('/1');
    expect([shown.status, shown.headers.get('etag')]).toEqual([200, expect.stringMatching(/^W\//)]);
    expect((await api('/1', { method: 'DELETE' })).status).toBe(204);
    const gone = await api('/1');
    expect([gone.status, await gone.json()]).toEqual([404, { status: 404, message: 'there is no notice 1' }]);
  });

  test('a logged-in user posts a notice with a picture', async () => {
    const form = new FormData();
    form.append('text', 'Found: <a key>');
    form.append('picture', new Blob(['the picture']), 'clé.txt');
    expect((await post('/notices', form)).status).toBe(403);
    const welcome = await post('/login', new URLSearchParams({ user: 'Bob' }));
    expect([welcome.status, welcome.headers.get('location')]).toEqual([302, '/']);
    expect((await post('/notices', form)).status).toBe(303);
    const page = await visit('/');
    const text = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(text).toContain('<title>Notice board</title>');
    expect(text).toContain('<b>Bob</b>: Found: &lt;a key&gt;');
    const [link = ''] = /\/notices\/\d+\/picture/.exec(text) ?? [];
    const picture = await visit(link);
    expect(picture.headers.get('content-disposition')).toMatch(/^attachment; filename="cl.*\.txt"/);
    expect(await picture.text()).toBe('the picture');
    expect(await (await visit(link, { headers: { Range: 'bytes=4-6' } })).text()).toBe('pic');
    expect((await visit('/notices/99/picture')).status).toBe(404);
    await post('/logout');
    expect((await post('/notices', form)).status).toBe(403);
  });

  test('a picture that is too large is rejected', async () => {
    await post('/login', new URLSearchParams({ user: 'Bob' }));
    const form = new FormData();
    form.append('picture', new Blob([new Uint8Array(200_000)]), 'large.png');
    const response = await post('/notices', form);
    expect([response.status, await response.text()]).toEqual([
      413,
      expect.stringContaining('File too large'),
    ]);
  });

  test('a signed cookie keeps the theme, and a forged one is ignored', async () => {
    const response = await post('/theme/dark');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^theme=s%3Adark\..+; Max-Age=86400; .*HttpOnly; SameSite=Lax$/,
    );
    expect(await (await visit('/')).text()).toContain('<body class="dark">');
    const forged = await visit('/', { headers: { Cookie: 'theme=s%3Adark.forged' } });
    expect(await forged.text()).toContain('<body class="light">');
  });

  test('files are served with validators', async () => {
    const style = await visit('/static/style.css');
    expect(style.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    const headers = { 'If-None-Match': style.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await visit('/static/style.css', { headers })).status).toBe(304);
  });

  test('a 404 is a page or JSON, as the client prefers', async () => {
    const page = await visit('/none');
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('there is no /none')]);
    expect(page.headers.get('vary')).toContain('Accept');
    const data = await visit('/none', { headers: { Accept: 'application/json' } });
    expect([data.status, await data.json()]).toEqual([404, { status: 404, message: 'there is no /none' }]);
  });
});
