import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorRequestHandler } from 'express';
import multer from 'multer';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('multer');

const tellErrors: ErrorRequestHandler = (error, _req, res, _next) => void res.status(400).json(error.code);

function formWith(files: Record<string, string | Uint8Array>, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of Object.entries(files)) {
    form.append(name, new Blob([content], { type: 'text/plain' }), `${name}.txt`);
  }
  return form;
}

works('takes files and fields into memory, under its limits', async ({ app, serve }) => {
  const upload = multer({ limits: { fileSize: 300_000, files: 2 } });
  app.post('/', upload.fields([{ name: 'one' }, { name: 'two' }]), ({ body, files }, res) => {
    const { one = [], two = [] } = files as Record<string, Express.Multer.File[]>;
    const shown = [...one, ...two].map(({ originalname, mimetype, size }) => ({
      originalname,
      mimetype,
      size,
    }));
    res.json({ body, files: shown });
  });
  app.use(tellErrors);
  const { visitor } = await serve();
  const big = new Uint8Array(200_000);
  const taken = await visitor.post('/', formWith({ one: 'text', two: big }, { 'user[name]': 'Ada' }));
  expect(taken.json()).toEqual({
    body: { user: { name: 'Ada' } },
    files: [
      { originalname: 'one.txt', mimetype: 'text/plain', size: 4 },
      { originalname: 'two.txt', mimetype: 'text/plain', size: big.length },
    ],
  });
  const tooLarge = await visitor.post('/', formWith({ one: new Uint8Array(400_000) }));
  expect([tooLarge.status, tooLarge.json()]).toEqual([400, 'LIMIT_FILE_SIZE']);
  expect((await visitor.post('/', formWith({ three: 'text' }))).json()).toBe('LIMIT_UNEXPECTED_FILE');
  expect((await visitor.post('/', formWith({ one: 'again' }))).status).toBe(200);
});

works('writes files to the disk', async ({ app, serve }) => {
  const folder = join(tmpdir(), randomUUID());
  app.post('/', multer({ dest: folder }).single('one'), ({ file }, res) => void res.json(file?.path));
  const { visitor } = await serve();
  try {
    const path = (await visitor.post('/', formWith({ one: 'on the disk' }))).json() as string;
    expect(await readFile(path, 'utf8')).toBe('on the disk');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
