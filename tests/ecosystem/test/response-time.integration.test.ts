import responseTime from 'response-time';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('response-time');

works('sends the response time in a header and passes it to a function', async ({ app, serve }) => {
  const told: [string | undefined, number][] = [];
  app.use(responseTime({ digits: 2 }));
  app.use(responseTime((req, res, time) => void told.push([req.url, time + res.statusCode])));
  app.get('/', (_req, res) => {
    for (const end = performance.now() + 20; performance.now() < end; );
    res.status(201).send('late');
  });
  const { visitor } = await serve();
  const { headers } = await visitor.get('/');
  expect(headers.get('x-response-time')).toMatch(/^\d+\.\d\dms$/);
  expect(Number.parseFloat(headers.get('x-response-time') ?? '')).toBeGreaterThan(15);
  expect(told).toEqual([['/', expect.any(Number)]]);
  expect(told[0]?.[1]).toBeGreaterThan(201);
});
