import { expect, test } from 'vitest';
import { maySeeErrors } from '../src/internal/error/may-see-errors.ts';

test.each([
  [{ host: 'localhost:3000' }, true],
  [{ host: 'app.localhost' }, true],
  [{ host: '127.0.0.1:3000' }, true],
  [{ host: '[::1]:3000' }, true],
  [{ host: '192.168.1.7:3000' }, true],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'none' }, true],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, true],
  [{ host: 'evil.example' }, false],
  [{ host: 'localhost.evil.example' }, false],
  [{}, false],
  [{ host: 'localhost:3000', 'x-forwarded-for': '192.168.1.9' }, false],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }, false],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'same-site' }, false],
  [{ host: 'localhost:3000', origin: 'http://localhost:4000' }, false],
  [{ host: 'localhost:3000', origin: 'null' }, false],
] as const)('a request with %j may see errors: %s', (headers, expected) => {
  expect(maySeeErrors(headers)).toBe(expected);
});
