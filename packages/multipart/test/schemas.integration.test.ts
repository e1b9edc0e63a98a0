import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '@nextpress/server';
import { validate } from '@nextpress/validate';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { multipart } from '../src/index.ts';

const PNG = '\x89PNG\r\n\x1a\n';
const Photo = z.object({
  title: z.string().min(1),
  photo: z.file().max(100).mime(['image/png', 'image/gif']),
});

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'nextpress-multipart-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

const JsonPhoto = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1 },
    photo: { type: 'string', format: 'binary', maxLength: 100, contentMediaType: 'image/png' },
  },
  required: ['title', 'photo'],
  additionalProperties: false,
} as const;

const schemas = ['zod', 'JSON Schema'] as const;

/** Serves a route with a schema, and returns a function that sends a form to it. */
async function serve(
  uploads: string,
  library: (typeof schemas)[number],
): Promise<(bytes: string, title?: string) => Promise<Response>> {
  const app = createServer();
  app.register(validate());
  app.use('/photos', multipart({ storage: { folder: uploads } }));
  const respond = ({ title, photo }: { title: string; photo: File }) => {
    return { title, name: photo.name, type: photo.type, size: photo.size };
  };
  if (library === 'zod') {
    app.post('/photos', { schema: { body: Photo } }, (req, res) => {
      res.status(201).json(respond(req.body));
    });
  } else {
    app.post('/photos', { schema: { body: JsonPhoto } }, (req, res) => {
      res.status(201).json(respond(req.body));
    });
  }
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => app.close().then(() => {}));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (bytes, title = 'A photo') => {
    const body = new FormData();
    body.append('title', title);
    body.append('photo', new Blob([Buffer.from(bytes, 'latin1')], { type: 'image/png' }), 'photo.png');
    return fetch(`http://127.0.0.1:${port}/photos`, { method: 'POST', body });
  };
}

test.each(schemas)('a file is a field of the schema of the body, in %s', async (library) => {
  const uploads = folder();
  const send = await serve(uploads, library);
  const response = await send(PNG);
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ title: 'A photo', name: 'photo.png', type: 'image/png', size: 8 });
  expect(readdirSync(uploads)).toHaveLength(1);
});

const refused = [
  ['of another type by its content', '<script>alert(1)</script>', 'A photo', 'body.photo'],
  ['that is too large', PNG.padEnd(101), 'A photo', 'body.photo'],
  ['next to an invalid field', PNG, '', 'body.title'],
] as const;

test.each(schemas.flatMap((library) => refused.map(([name, ...form]) => [name, library, ...form] as const)))(
  'a file %s is rejected by %s and removed',
  async (_name, library, bytes, title, location) => {
    const uploads = folder();
    const send = await serve(uploads, library);
    const response = await send(bytes, title);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'ERR_VALIDATION', errors: [{ location }] });
    await expect.poll(() => readdirSync(uploads)).toEqual([]);
  },
);
