import fc from 'fast-check';
import proxyaddr from 'proxy-addr';
import { describe, expect, test } from 'vitest';
import { forwardedAddresses } from '../src/forwarded.ts';
import { compileTrust } from '../src/trust.ts';

const trustAll = () => true;

describe('forwardedAddresses', () => {
  test.each([
    [undefined, ['127.0.0.1']],
    ['', ['127.0.0.1']],
    [',, ,', ['127.0.0.1']],
    ['203.0.113.9', ['127.0.0.1', '203.0.113.9']],
    ['203.0.113.9,\t198.51.100.1 ,', ['127.0.0.1', '198.51.100.1', '203.0.113.9']],
    ['203.0.113.9:8080, unknown', ['127.0.0.1', 'unknown', '203.0.113.9:8080']],
  ])('reads %j', (header, expected) => {
    expect(forwardedAddresses('127.0.0.1', header, trustAll)).toEqual(expected);
  });

  test('ignores the header when the peer is not trusted', () => {
    expect(forwardedAddresses('198.51.100.1', '127.0.0.1', compileTrust('loopback'))).toEqual([
      '198.51.100.1',
    ]);
  });

  test('calls trust with each address and its hop', () => {
    const asked: unknown[] = [];
    forwardedAddresses('127.0.0.1', '203.0.113.9,, 198.51.100.1', (address, hop) => {
      asked.push([address, hop]);
      return true;
    });
    expect(asked).toEqual(
      expect.arrayContaining([
        ['127.0.0.1', 0],
        ['198.51.100.1', 1],
      ]),
    );
    expect(asked).not.toContainEqual(['203.0.113.9', 1]);
  });

  test('agrees with the proxy-addr package', () => {
    const address = fc.constantFrom(
      '127.0.0.1',
      '::1',
      '10.0.0.1',
      '::ffff:10.0.0.2',
      '203.0.113.9',
      '2001:db8::1',
      'unknown',
      '192.0.2.1:80',
      '',
    );
    const header = fc.array(
      fc
        .tuple(fc.constantFrom('', ' ', '  '), address, fc.constantFrom('', ' '))
        .map((parts) => parts.join('')),
    );
    const setting = fc.constantFrom(
      true,
      false,
      0,
      1,
      2,
      5,
      'loopback',
      'loopback, uniquelocal',
      '203.0.113.0/24',
    );
    fc.assert(
      fc.property(header, setting, (entries, trusted) => {
        const peer = '127.0.0.1';
        const trust = compileTrust(trusted);
        const text = entries.join(',');
        const request = { headers: { 'x-forwarded-for': text }, socket: { remoteAddress: peer } };
        expect(forwardedAddresses(peer, text, trust)).toEqual(proxyaddr.all(request, trust));
      }),
      { numRuns: 1000 },
    );
  });
});
