import { REPRESENTATION } from '@nextpress/semantics/http-error';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { createServer } from '../src/index.ts';

function failing(representation: unknown): Error {
  return Object.assign(new Error('bad'), {
    status: 422,
    headers: { 'X-Hint': 'a' },
    [REPRESENTATION]: representation,
  });
}

describe.each([
  ['createServer()', () => createServer()],
  ['nextpress/express', () => createExpressApplication()],
] as const)('an error response of %s', (_name, create) => {
  test('has the representation of the error', async () => {
    const app = create();
    app.set('env', 'test');
    app.get('/', (_req, res) => {
      res.set('Content-Language', 'de');
      throw failing(() => ({ contentType: 'application/problem+json', body: '{"title":"é"}' }));
    });
    const response = await request(app).get('/').set('Accept', 'text/html');
    expect(response.status).toBe(422);
    expect(response.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'content-length': '14',
      'x-content-type-options': 'nosniff',
      'x-hint': 'a',
    });
    expect(response.headers).not.toHaveProperty('content-language');
    expect(response.body).toEqual({ title: 'é' });
    const head = await request(app).head('/');
    expect([head.status, head.headers['content-length'], head.text]).toEqual([422, '14', undefined]);
  });

  test.each([['text'], [() => undefined], [() => ({ contentType: 'text/plain' })]])(
    'ignores an invalid representation (%s)',
    async (representation) => {
      const app = create();
      app.set('env', 'test');
      app.get('/', () => {
        throw failing(representation);
      });
      const response = await request(app).get('/').set('Accept', 'application/json');
      expect(response.status).toBe(422);
      expect(response.text).toContain('bad');
    },
  );
});
