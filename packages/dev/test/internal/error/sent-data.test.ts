import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { isSecret, maskText, maskValue } from '../../../src/internal/error/secrets.ts';
import { sentData, sentTarget } from '../../../src/internal/error/sent-data.ts';

function dataOf(body: unknown, headers: Record<string, string> = {}, params: Record<string, unknown> = {}) {
  const req = Object.assign(new IncomingMessage(new Socket()), { body, params });
  Object.assign(req.headers, headers);
  return sentData(req);
}

describe('isSecret', () => {
  test.each(
    `password pass pwd auth otp pin cvv jwt accessKey signature assertion authorization cookie x-auth x-access-key x-jwt-assertion
    x-amz-security-token user[password] user%5Bpassword%5D %70assword PASSWORD_CONFIRMATION dbPwdOld oauthVerifier myOtpCode
    client_assertion SAMLResponse cardPin cvv2 refreshToken2 stripe-signature X-Goog-IAP-JWT-Assertion sshPrivateKeys
    id_token_hint awsSecretAccessKey resetCode code sessionId passphrase x-csrf-header credentials userPassHash authentication`.split(
      /\s+/,
    ),
  )('is true for %s', (name) => expect(isSecret(name)).toBe(true));

  test.each(
    'name email age author authority authoredAt passenger title keyboard pinned spinner shopping countryCode host user-agent accept page id'.split(
      ' ',
    ),
  )('is false for %s', (name) => expect(isSecret(name)).toBe(false));
});

describe('maskText', () => {
  test.each([
    ['postgres://u:hidden@db.example/app', 'db.example/app'],
    ['postgres://u:hid/d@hidden@db.example/app', 'db.example/app'],
    ['see redis://:hidden@cache and amqp://hidden@queue', 'queue'],
    ['https://a.example/cb?a=1&access_token=hidden&b=2#id_token=hidden', 'a=1'],
    ['/login?next=%2Fcb%3Ftoken%3Dhidden&page=2', 'page=2'],
    ['/login?next=%252Fcb%253Ftoken%253Dhidden&page=2', 'page=2'],
    ['/a?next=https://b.example/?api_key=hidden', 'b.example'],
    ['/a?%70assword=hidden&b=1', 'b=1'],
    ["host=db password='hidden hidden' dbname=app", 'dbname=app'],
    ['host=db;password=hidden;hidden', 'host=db'],
    ['{"a":1,"password":"hidden \\"hidden","b":2}', '"b":2'],
    ['password: hidden hidden\nname: Ada', 'name: Ada'],
    ['Bearer hidden-123', 'Bearer'],
    ['token eyJhidden.eyJhidden.hidden!', '!'],
    ['key follows\n-----BEGIN PRIVATE KEY-----\nhidden', 'key follows'],
    [`${'a'.repeat(9_970)} postgres://user:hidden-and-cut@db.example`, 'aaa'],
  ])('masks the secrets in %j', (text, kept) => {
    const masked = maskText(text);
    expect(masked).not.toMatch(/hid/);
    expect(masked).toContain(kept);
  });

  test.each([
    ['Ada Lovelace'],
    ['https://example.com/a?page=2&sort=%2Fname#top'],
    ['text/html;q=0.8, */*'],
    ['100%'],
    ['%E0%A4'],
  ])('keeps %j', (text) => expect(maskText(text)).toBe(text));

  test.each(['a', '://', 'token=', '%25', 'a:', '"', '\\', ' ', 'eyJ', '%2525'])(
    'takes a bounded time for a long text of %j',
    (part) => {
      const startedAt = performance.now();
      maskText(part.repeat(1_000_000));
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    },
  );
});

describe('maskValue', () => {
  test.each([
    { name: 'password', value: 'hidden', kept: 1 },
    [{ key: 'apiKey', value: 'hidden' }, 'kept'],
    [['password', 'hidden'], 'kept'],
    { a: { b: [{ pin: 'hidden', kept: 1 }] } },
    { password: { old: 'hidden' }, kept: 1 },
    { url: 'mysql://u:hidden@h', kept: 1 },
    { json: '{"password":"hidden"}', kept: 1 },
  ])('masks the secrets of %j', (value) => {
    const text = JSON.stringify(maskValue(value));
    expect(text).not.toContain('hidden');
    expect(text).toContain('[masked]');
  });

  test('keeps what JSON contains', () => {
    const value = { name: 'Ada', tags: ['a', null, true, 1.5], at: new Date(0), nested: { none: null } };
    expect(maskValue(value)).toEqual({ ...value, at: '1970-01-01T00:00:00.000Z' });
  });

  test('ends with circles, deep values, big integers and properties that throw', () => {
    const circle: Record<string, unknown> = { count: 1n };
    circle.self = circle;
    expect(maskValue(circle)).toEqual({ count: '1', self: '[circular]' });
    let deep: unknown = 'hidden';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(JSON.stringify(maskValue(deep))).not.toContain('hidden');
    const thrower = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('failed');
      },
    });
    expect(maskValue(thrower)).toBeUndefined();
  });
});

describe('sentData', () => {
  test('masks secrets in the values of headers', () => {
    const { headers } = dataOf(
      undefined,
      {
        'x-auth': 'hidden',
        referer: 'http://localhost/reset/hidden-7?access_token=hidden',
        'x-callback-uri': 'https://u:hidden@a.example/?sig=hidden&page=2',
        'x-tenant': 'acme',
      },
      { token: 'hidden-7' },
    );
    expect(JSON.stringify(headers)).not.toContain('hidden');
    expect(headers).toMatchObject({ 'x-auth': '[masked]', 'x-tenant': 'acme' });
    expect(headers?.['x-callback-uri']).toContain('page=2');
  });

  test('shows a text by its content type, or only its length', () => {
    const json = '{"name":"Ada","password":"hidden"}';
    const shown = dataOf(json, { 'content-type': 'application/problem+json; charset=utf-8' }).body;
    expect(shown).toContain('"name": "Ada"');
    expect(shown).not.toContain('hidden');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(dataOf('name=Ada&password=hidden', form).body).toBe('name=Ada&password=[masked]');
    expect(dataOf('hidden', { 'content-type': 'text/plain' }).body).toBe('6 characters');
    expect(dataOf('hidden').body).toBe('6 characters');
    expect(dataOf('{"a":hidden', { 'content-type': 'application/json' }).body).toBe('11 characters');
    expect(dataOf(Buffer.from('hidden')).body).toBe('6 bytes');
  });

  test('reads only the beginning of a large body', () => {
    let reads = 0;
    const item = {
      get name() {
        reads++;
        return 'x'.repeat(100);
      },
    };
    const { body = '' } = dataOf({ items: new Array(1_000_000).fill(item) });
    expect(body.length).toBeLessThanOrEqual(10_001);
    expect(body.endsWith('…')).toBe(true);
    expect(reads).toBeLessThan(1_000);
    expect(dataOf({ text: 'x'.repeat(50_000_000) }).body?.length).toBeLessThanOrEqual(10_001);
  });
});

test('sentTarget masks the query, and parameters of the path by name', () => {
  const params = { token: 'a b-hidden', pin: '7', id: '7x' };
  expect(sentTarget('/reset/a%20b-hidden/7/7x?access_token=hidden&page=2', params)).toEqual({
    target: '/reset/[masked]/[masked]/7x?access_token=[masked]&page=2',
    params: { token: '[masked]', pin: '[masked]', id: '7x' },
  });
});
