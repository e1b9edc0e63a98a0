import busboy from 'busboy';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('busboy');

works(
  'parses a form out of the request that is piped into it, and stops at its limits',
  async ({ app, serve }) => {
    app.post('/', (req, res) => {
      const parts: [string, string | number][] = [];
      const form = busboy({ headers: req.headers, limits: { fileSize: 100_000 } });
      form.on('field', (name, value) => void parts.push([name, value]));
      form.on('file', (name, stream) => {
        let size = 0;
        stream.on('data', ({ length }: Buffer) => (size += length));
        stream.on('limit', () => void parts.push([name, 'too large']));
        stream.on('close', () => void parts.push([name, size]));
      });
      form.on('close', () => res.json(parts));
      req.pipe(form);
    });
    const { visitor } = await serve();
    const form = new FormData();
    form.append('who', 'Ada');
    form.append('small', new Blob([new Uint8Array(50_000)]), 'small.bin');
    form.append('large', new Blob([new Uint8Array(150_000)]), 'large.bin');
    expect((await visitor.post('/', form)).json()).toEqual([
      ['who', 'Ada'],
      ['small', 50_000],
      ['large', 'too large'],
      ['large', 100_000],
    ]);
    const urlencoded = await visitor.post('/', new URLSearchParams({ a: '1', b: 'é' }));
    expect(urlencoded.json()).toEqual([
      ['a', '1'],
      ['b', 'é'],
    ]);
  },
);
