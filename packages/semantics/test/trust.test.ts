import fc from 'fast-check';
import proxyaddr from 'proxy-addr';
import { describe, expect, test } from 'vitest';
import { compileTrust, type TrustSetting } from '../src/trust.ts';

describe('compileTrust', () => {
  test.each<[TrustSetting, string, number, boolean]>([
    [undefined, '127.0.0.1', 0, false],
    [null, '127.0.0.1', 0, false],
    [false, '127.0.0.1', 0, false],
    ['', '127.0.0.1', 0, false],
    [[], '127.0.0.1', 0, false],
    [true, '', 9, true],
    [0, '127.0.0.1', 0, false],
    [2, '203.0.113.9', 1, true],
    [2, '203.0.113.9', 2, false],
    [-1, '203.0.113.9', 0, false],
    [Number.NaN, '203.0.113.9', 0, false],
    [(address, hop) => address === 'a' && hop === 1, 'a', 1, true],
    ['loopback', '127.255.0.1', 0, true],
    ['loopback', '::1', 0, true],
    ['loopback', '::2', 0, false],
    ['loopback', '', 0, false],
    ['loopback', '127.1', 0, false],
    ['loopback', '0177.0.0.1', 0, false],
    ['linklocal', 'fe80::1%eth0', 0, true],
    ['uniquelocal', 'fd12:3456::1', 0, true],
    [' loopback , 203.0.113.9 ', '203.0.113.9', 0, true],
    [['uniquelocal', '203.0.113.9'], '172.31.0.1', 0, true],
    ['1', '0.0.0.1', 5, true],
    ['1', '127.0.0.1', 0, false],
    ['10.0.0.0/255.0.0.0', '10.9.9.9', 0, true],
    ['10.0.0.0/255.255.128.0', '10.0.128.0', 0, false],
    ['10.0.0.0/8', '::ffff:10.0.0.1', 0, true],
    ['10.0.0.0/8', '::ffff:a00:1', 0, true],
    ['::ffff:10.0.0.0/104', '10.1.1.1', 0, true],
    ['::ffff:10.0.0.0/104', '11.1.1.1', 0, false],
    ['2001:db8::/33', '2001:db8:7fff::', 0, true],
    ['2001:db8::/33', '2001:db8:8000::', 0, false],
  ])('%j trusts %j at hop %i: %j', (setting, address, hop, expected) => {
    expect(compileTrust(setting)(address, hop)).toBe(expected);
  });

  test.each<[unknown, string]>([
    ['4294967296', 'invalid IP address: 4294967296'],
    ['example.com', 'invalid IP address: example.com'],
    ['10.0.0.0/0', 'invalid range on address: 10.0.0.0/0'],
    ['10.0.0.0/33', 'invalid range on address: 10.0.0.0/33'],
    ['10.0.0.0/255.0.255.0', 'invalid range on address: 10.0.0.0/255.0.255.0'],
    ['10.0.0.0/', 'invalid range on address: 10.0.0.0/'],
    ['::ffff:10.0.0.0/95', 'invalid range on address: ::ffff:10.0.0.0/95'],
    ['::1/129', 'invalid range on address: ::1/129'],
    ['fe80::/255.0.0.0', 'invalid range on address: fe80::/255.0.0.0'],
    [{}, 'unsupported trust argument'],
    [['loopback', 'all'], 'invalid IP address: all'],
    [['constructor'], 'invalid IP address: constructor'],
    [[10], 'invalid IP address: 10'],
  ])('throws for %j', (setting, message) => {
    expect(() => compileTrust(setting as TrustSetting)).toThrow(TypeError);
    expect(() => compileTrust(setting as TrustSetting)).toThrow(message);
  });

  test('agrees with the proxy-addr package', () => {
    const byte = fc.constantFrom(0, 1, 10, 127, 128, 169, 172, 192, 254, 255);
    const v4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
    const group = fc.constantFrom('0', '1', 'fe80', 'fc00', 'ffff', '7f00', 'db8');
    const mapped = v4.map((address) => `::ffff:${address}`);
    const native = fc.oneof(
      fc.tuple(group, group).map(([a, b]) => `${a}::${b}`),
      fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
      fc.constantFrom('::', '::1'),
    );
    const of = (addresses: fc.Arbitrary<string>, min: number, max: number) =>
      fc.tuple(addresses, fc.integer({ min, max })).map(([address, bits]) => `${address}/${bits}`);
    const named = fc.constantFrom('loopback', 'linklocal', 'uniquelocal');
    const network = fc.oneof(
      of(v4, 1, 32),
      of(mapped, 96, 128),
      of(native, 1, 128),
      v4,
      mapped,
      native,
      named,
    );
    const networks = fc.array(network, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(networks, fc.oneof(v4, mapped, native), (list, address) => {
        expect(compileTrust(list)(address, 0)).toBe(proxyaddr.compile(list)(address, 0));
      }),
      { numRuns: 2000 },
    );
  });
});
