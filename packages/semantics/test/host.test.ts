import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHost } from '../src/host.ts';

describe('parseHost', () => {
  test.each([
    ['example.com', 'example.com', undefined],
    ['EXAMPLE.com:8080', 'EXAMPLE.com', 8080],
    ['example.com:', 'example.com', undefined],
    ['127.0.0.1:3000', '127.0.0.1', 3000],
    ['[::1]', '[::1]', undefined],
    ['[2001:db8::1]:443', '[2001:db8::1]', 443],
    ['under_score.example', 'under_score.example', undefined],
    ['xn--bcher-kva.example:0', 'xn--bcher-kva.example', 0],
    ['%41.example', '%41.example', undefined],
  ])('reads %j', (value, hostname, port) => {
    expect(parseHost(value)).toEqual({ hostname, port });
  });

  test.each([
    '',
    ':80',
    'exa mple.com',
    'example.com:http',
    'example.com:65536',
    'example.com:123456',
    'user@example.com',
    'example.com/path',
    'a, b',
    '[::1',
    '[::1]x',
    '[::1]:x',
    '[127.0.0.1]',
    '[fe80::1%eth0]',
    '::1',
    '%zz',
    'é',
    'a\nb',
    '"',
  ])('returns undefined for %j', (value) => {
    expect(parseHost(value)).toBeUndefined();
  });

  test('agrees with URL', () => {
    fc.assert(
      fc.property(fc.webAuthority({ withPort: true, withIPv4: true, withIPv6: true }), (authority) => {
        const host = parseHost(authority);
        const port = /:(\d*)$/.exec(authority)?.[0] ?? '';
        expect(host?.hostname).toBe(authority.slice(0, authority.length - port.length));
        expect(host?.port).toBe(port.length < 2 ? undefined : Number(port.slice(1)));
      }),
    );
  });
});
