import morgan from 'morgan';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('morgan');

works(
  'writes a line per response, with the address, the status and the length that were sent',
  async ({ app, serve }) => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line.trimEnd()) };
    app.use(morgan('combined', { stream }));
    app.use(
      '/api',
      morgan(':method :url :status :res[content-type] :req[x-id] :response-time', {
        stream,
        skip: (_req, res) => res.statusCode < 400,
      }),
    );
    app.get('/text', (_req, res) => void res.send('twelve bytes'));
    app.get('/api/broken', (_req, res) => void res.status(503).json({ broken: true }));
    const { visitor } = await serve();
    await visitor.get('/text?a=1', { 'User-Agent': 'test', Referer: 'https://example.com/' });
    await visitor.get('/api/broken', { 'X-Id': '7' });
    await expect.poll(() => lines.length).toBe(3);
    expect(lines.find((line) => line.includes('/text'))).toMatch(
      /^127\.0\.0\.1 - - \[.+\] "GET \/text\?a=1 HTTP\/(?:1\.1|2\.0)" 200 12 "https:\/\/example\.com\/" "test"$/,
    );
    expect(lines.find((line) => line.startsWith('GET'))).toMatch(
      /^GET \/api\/broken 503 application\/json; charset=utf-8 7 \d+\.\d{3}$/,
    );
  },
);
