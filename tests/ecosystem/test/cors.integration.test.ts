import cors from 'cors';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('cors');
const origin = 'https://example.com';

works('responds to a preflight and sets the CORS headers', async ({ app, serve }) => {
  app.use(cors({ origin: [origin, /\.example\.org$/], credentials: true, exposedHeaders: 'X-Total' }));
  app.put('/things/:id', (req, res) => void res.json(req.params.id));
  const { visitor } = await serve();
  const preflight = await visitor.visit('/things/1', {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'X-One',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('X-One');
  const response = await visitor.visit('/things/1', {
    method: 'PUT',
    headers: { Origin: 'https://a.example.org' },
  });
  expect(response.json()).toBe('1');
  expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example.org');
  expect(response.headers.get('access-control-expose-headers')).toBe('X-Total');
  expect(response.headers.get('vary')).toContain('Origin');
  const other = await visitor.visit('/things/1', {
    method: 'PUT',
    headers: { Origin: 'https://other.example' },
  });
  expect(other.headers.get('access-control-allow-origin')).toBe(null);
});

works('responds to the preflight of one route', async ({ app, serve }) => {
  app.options('/one', cors());
  app.delete('/one', cors(), (_req, res) => void res.sendStatus(204));
  const { visitor } = await serve();
  const headers = { Origin: origin, 'Access-Control-Request-Method': 'DELETE' };
  const preflight = await visitor.visit('/one', { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(
    (await visitor.visit('/one', { method: 'DELETE', headers })).headers.get('access-control-allow-origin'),
  ).toBe('*');
});
