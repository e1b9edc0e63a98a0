import { gzipSync } from 'node:zlib';
import bodyParser from 'body-parser';
import type { ErrorRequestHandler } from 'express';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('body-parser');

works(
  'reads JSON, forms, text and bytes, plain and compressed, and refuses what is too large or malformed',
  async ({ app, serve }) => {
    const seen: string[] = [];
    app.use(
      bodyParser.json({ limit: 1_000, verify: (_req, _res, bytes) => void seen.push(`${bytes.length}`) }),
    );
    app.use(bodyParser.urlencoded({ extended: true }));
    app.use(bodyParser.text({ type: 'text/*' }));
    app.use(bodyParser.raw({ type: 'application/octet-stream' }));
    app.post('/', ({ body }, res) => {
      res.json(Buffer.isBuffer(body) ? { bytes: body.toString('hex') } : { body });
    });
    app.use(
      ((error, _req, res, _next) =>
        void res.status(error.status).json(error.type)) satisfies ErrorRequestHandler,
    );
    const { visitor } = await serve();
    const post = async (type: string, body: string | Uint8Array, encoding = 'identity'): Promise<unknown> =>
      (await visitor.post('/', body, { 'Content-Type': type, 'Content-Encoding': encoding })).json();

    expect(await post('application/json', '{"a":["é"]}')).toEqual({ body: { a: ['é'] } });
    expect(await post('application/json', gzipSync('{"a":1}'), 'gzip')).toEqual({ body: { a: 1 } });
    expect(await post('application/x-www-form-urlencoded', 'a[b]=1&a[c]=%C3%A9')).toEqual({
      body: { a: { b: '1', c: 'é' } },
    });
    expect(await post('text/plain; charset=iso-8859-1', Uint8Array.of(0xe9))).toEqual({ body: 'é' });
    expect(await post('application/octet-stream', Uint8Array.of(0, 255))).toEqual({ bytes: '00ff' });
    expect(await post('application/json', '{"a":')).toBe('entity.parse.failed');
    expect(await post('application/json', `"${'x'.repeat(2_000)}"`)).toBe('entity.too.large');
    expect(await post('image/png', 'left alone')).toEqual({});
    expect(seen).toEqual(['12', '7', '5']);
  },
);
