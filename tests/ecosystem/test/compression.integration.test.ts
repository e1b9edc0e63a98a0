import compression from 'compression';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('compression');
const long = 'words '.repeat(1_000);

works(
  'compresses long responses, in one piece and in many, and leaves the others alone',
  async ({ app, serve }) => {
    app.use(compression());
    app.get('/send', (_req, res) => void res.type('text').send(long));
    app.get('/json', (_req, res) => void res.json({ long }));
    app.get('/pieces', (_req, res) => {
      res.type('text');
      for (let n = 0; n < 10; n++) res.write(long);
      setTimeout(() => res.end('last'), 5);
    });
    app.get('/short', (_req, res) => void res.send('short'));
    app.get('/image', (_req, res) => void res.type('png').send(Buffer.alloc(5_000)));
    const { visitor } = await serve();
    // The client decodes what it asked for.
    const seen = async (path: string, encoding: string): Promise<[string | null, string]> => {
      const { headers, text } = await visitor.get(path, { 'Accept-Encoding': encoding });
      return [headers.get('content-encoding'), text];
    };
    expect(await seen('/send', 'gzip')).toEqual(['gzip', long]);
    expect(await seen('/json', 'br')).toEqual(['br', JSON.stringify({ long })]);
    expect(await seen('/pieces', 'gzip')).toEqual(['gzip', `${long.repeat(10)}last`]);
    expect(await seen('/short', 'gzip')).toEqual([null, 'short']);
    expect(await seen('/send', 'identity')).toEqual([null, long]);
    expect((await seen('/image', 'gzip'))[0]).toBe(null);
    const { status, headers } = await visitor.visit('/send', {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect([status, headers.get('vary')]).toEqual([200, 'Accept-Encoding']);
  },
);

works('sends what has been written when it is flushed', async ({ app, serve }) => {
  app.use(compression());
  let finish = (): void => {};
  app.get('/events', (_req, res) => {
    res.setHeader('Content-Type', 'text/event-stream');
    res.write('data: first\n\n');
    res.flush();
    finish = () => void res.end('data: last\n\n');
  });
  const { url } = await serve();
  const response = await fetch(`${url}/events`, { headers: { 'Accept-Encoding': 'gzip' } });
  const text: string[] = [];
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text.push(piece);
    if (text.length === 1) finish();
  }
  expect(text).toEqual(['data: first\n\n', 'data: last\n\n']);
});
