import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

const home = new URL('..', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'quickstart-'));
const env = { NOTES_FILE: join(folder, 'notes.db') };

let example: RunningExample;
beforeAll(async () => {
  example = await startExample(home, { env });
});
afterAll(async () => {
  await example.interrupt();
  rmSync(folder, { recursive: true });
});

function call(method: string, path: string, body?: string): Promise<Response> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  return fetch(example.url + path, { method, headers, ...(body !== undefined && { body }) });
}

const create = (text: string) => call('POST', '/notes', JSON.stringify({ text }));
const noteOf = async (response: Response) =>
  (await response.json()) as { id: number; text: string; createdAt: string };

test('a note is created, read, listed and deleted', async () => {
  const created = await create('  Buy milk ');
  expect(created.status).toBe(201);
  const note = await noteOf(created);
  expect(note).toEqual({ id: expect.any(Number), text: 'Buy milk', createdAt: expect.any(String) });
  expect(created.headers.get('location')).toBe(`/notes/${note.id}`);

  expect(await (await call('GET', `/notes/${note.id}`)).json()).toEqual(note);
  expect(await (await call('GET', '/notes')).json()).toContainEqual(note);

  const deleted = await call('DELETE', `/notes/${note.id}`);
  expect(deleted.status).toBe(204);
  expect(await deleted.text()).toBe('');
  expect((await call('GET', `/notes/${note.id}`)).status).toBe(404);
  expect((await call('DELETE', `/notes/${note.id}`)).status).toBe(404);
});

test.each([
  ['no text', '{}', 'a note needs a "text"'],
  ['an empty text', '{"text":"  "}', 'a note needs a "text"'],
  ['a text that is not a string', '{"text":5}', 'a note needs a "text"'],
  ['a long text', JSON.stringify({ text: 'x'.repeat(501) }), '"text" is longer than 500 characters'],
])('%s is 400 and says why', async (_, body, detail) => {
  const response = await call('POST', '/notes', body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ status: 400, detail });
});

test('a body of another type is 415, with the expected format', async () => {
  const response = await fetch(`${example.url}/notes`, { method: 'POST', body: 'text=a' });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('application/json') });
});

test('a body that is not JSON is 400', async () => {
  expect((await call('POST', '/notes', '{"text":')).status).toBe(400);
});

test('an ID that is not a number is 400', async () => {
  expect((await call('GET', '/notes/first')).status).toBe(400);
});

test('a method without a route is 405, with the allowed methods', async () => {
  const response = await call('PUT', '/notes/1', '{}');
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toContain('DELETE');
});

test('a page from another origin may use the API', async () => {
  const response = await fetch(`${example.url}/notes`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'DELETE' },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-methods')).toContain('DELETE');
});

test('the page and its files are served', async () => {
  const page = await fetch(`${example.url}/`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('<h1>Notes</h1>');
  for (const name of ['page.js', 'style.css', 'icon.svg']) {
    expect((await fetch(`${example.url}/${name}`)).status).toBe(200);
  }
});

// Windows has no signals: there, interrupting a child process kills it.
test.runIf(process.platform !== 'win32')(
  'Ctrl-C stops the server with code 0 while a connection is idle, and the notes survive a restart',
  async () => {
    const note = await noteOf(await create('Outlive a restart'));
    const idle = connect(Number(new URL(example.url).port), '127.0.0.1');
    idle.on('error', () => {});

    const ending = await example.interrupt();
    expect(ending).toMatchObject({ code: 0, signal: null });
    expect(ending.output).not.toContain('    at ');
    idle.destroy();

    example = await startExample(home, { env });
    expect(await (await call('GET', `/notes/${note.id}`)).json()).toEqual(note);
  },
);

test('the server prints a short message when the port is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, resolve));
  const port = String((other.address() as AddressInfo).port);
  await expect(startExample(home, { env: { ...env, PORT: port } })).rejects.toThrow(
    `ended with code 1:\n\n  Port ${port} is in use`,
  );
  other.close();
});

test('the server prints a short message when PORT is not a port', async () => {
  await expect(startExample(home, { env: { ...env, PORT: 'http' } })).rejects.toThrow(
    'Invalid PORT "http": expected a number from 0 to 65535',
  );
});
