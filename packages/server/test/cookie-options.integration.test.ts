import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer } from '../src/index.ts';

async function ask(app: Application, options: object): Promise<string> {
  app.get('/', (_req, res) => res.cookie('a', 'b', options).end());
  app.use((error: Error, _req: unknown, res: { send(text: string): unknown }, _next: unknown) =>
    res.send(error.message),
  );
  const { text, headers } = await supertest(app as never).get('/');
  return text || String(headers['set-cookie']);
}

test.each([
  [
    { maxAge: '1h' },
    'Invalid option "maxAge" of cookie(): expected milliseconds, such as 3_600_000 for an hour, got "1h".',
  ],
  [{ maxAge: Number.POSITIVE_INFINITY }, /^Invalid option "maxAge" of cookie\(\): expected milliseconds/],
  [{ httponly: true }, 'Unknown option "httponly" of cookie(): use "httpOnly".'],
  [{ samesite: 'lax' }, /^Unknown option "samesite" of cookie\(\): use "sameSite"/],
])('res.cookie() refuses %o', async (options, message) => {
  expect(await ask(createServer({ logError: () => {} }), options)).toMatch(message);
});

test('res.cookie() ignores unknown options in nextpress/express, as Express does', async () => {
  expect(await ask(createExpressApplication(5), { httponly: true, httpOnly: true })).toBe(
    'a=b; Path=/; HttpOnly',
  );
});
