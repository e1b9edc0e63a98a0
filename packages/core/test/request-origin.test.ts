import { compileTrust, type TrustSetting } from '@nextpress/semantics/trust';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../src/index.ts';
import { type PatchedRequest, patchedClasses, requestFor } from './patched-server.ts';

// The comparison with Express is in request-parity.isolated.test.ts.

/** A request from an address, with headers, to an application with a trust setting. */
function requestFrom(
  remoteAddress: string | undefined,
  headers: Record<string, string>,
  trusted: TrustSetting,
  url = '/',
) {
  const settings = { ...defaultSettings(), trustProxy: compileTrust(trusted) };
  const req = requestFor(url, patchedClasses({ settings }));
  Object.defineProperty(req.socket, 'remoteAddress', { value: remoteAddress });
  Object.assign(req.headers, headers);
  return req;
}

describe('ip and ips', () => {
  test('return entries of the header without validation', () => {
    const req = requestFrom('127.0.0.1', { 'x-forwarded-for': 'unknown, 198.51.100.1:8080' }, true);
    expect([req.ip, req.ips]).toEqual(['unknown', ['unknown', '198.51.100.1:8080']]);
  });

  test('are empty when the request has no socket', () => {
    const req = requestFrom(undefined, {}, true);
    Object.defineProperty(req, 'socket', { value: undefined });
    expect([req.ip, req.ips, req.protocol, req.secure]).toEqual([undefined, [], 'http', false]);
  });

  test('trust a peer without an address with true or a number of hops', () => {
    const header = { 'x-forwarded-for': '203.0.113.9' };
    expect(requestFrom(undefined, header, true).ip).toBe('203.0.113.9');
    expect(requestFrom(undefined, header, 1).ip).toBe('203.0.113.9');
    expect(requestFrom(undefined, header, 'loopback').ip).toBeUndefined();
    expect(requestFrom(undefined, {}, true).ip).toBeUndefined();
  });

  test('call a trust function for each address', () => {
    const asked: unknown[] = [];
    const trust = (address: string, hop: number) => {
      asked.push([address, hop]);
      return hop === 0;
    };
    expect(requestFrom('127.0.0.1', { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' }, trust).ip).toBe(
      '10.0.0.1',
    );
    expect(asked).toEqual([
      ['127.0.0.1', 0],
      ['10.0.0.1', 1],
    ]);
  });
});

describe('host, hostname and subdomains', () => {
  test('are those of a target in absolute-form rather than of Host', () => {
    const req = requestFrom('127.0.0.1', { host: 'other.example' }, false, 'http://a.b.example.com:81/x?y');
    expect([req.host, req.hostname, req.subdomains]).toEqual([
      'a.b.example.com:81',
      'a.b.example.com',
      ['b', 'a'],
    ]);
    req.url = '/x';
    expect(req.host).toBe('other.example');
    expect(requestFrom('127.0.0.1', { host: 'other.example' }, false, '*').host).toBe('other.example');
  });

  test('are undefined when there is no host', () => {
    const req = requestFrom('127.0.0.1', {}, true);
    expect([req.host, req.hostname, req.subdomains]).toEqual([undefined, undefined, []]);
    expect(requestFrom('127.0.0.1', { host: '' }, true).host).toBeUndefined();
    expect(requestFrom('127.0.0.1', { host: 'a', 'x-forwarded-host': ', b' }, true).host).toBeUndefined();
  });

  test('omit the labels of subdomainOffset', () => {
    const settings = { ...defaultSettings(), subdomainOffset: 3 };
    const req = requestFor('/', patchedClasses({ settings }));
    req.headers.host = 'a.b.example.co.uk';
    expect(req.subdomains).toEqual(['b', 'a']);
    req.headers.host = '[2001:db8::1]:80';
    expect(req.subdomains).toEqual([]);
  });
});

describe('protocol and secure', () => {
  test('are https on an encrypted socket', () => {
    const req = requestFrom('127.0.0.1', { 'x-forwarded-proto': 'http' }, false);
    Object.assign(req.socket, { encrypted: true });
    expect([req.protocol, req.secure]).toEqual(['https', true]);
  });
});

test('every property keeps an assigned value, and other requests do not change', () => {
  const classes = patchedClasses();
  const names = [
    'ip',
    'ips',
    'protocol',
    'secure',
    'host',
    'hostname',
    'subdomains',
    'xhr',
    'path',
    'fresh',
    'stale',
    'res',
  ];
  const req = requestFor('/a', classes);
  const other = requestFor('/a', classes);
  Object.defineProperty(other.socket, 'remoteAddress', { value: '127.0.0.1' });
  const before = names.map((name) => Reflect.get(other, name));
  for (const name of names) {
    Object.assign(req, { [name]: `my ${name}` });
    expect(Reflect.get(req, name)).toBe(`my ${name}`);
    expect(Object.getOwnPropertyDescriptor(req, name)).toMatchObject({ enumerable: true, writable: true });
  }
  expect(names.map((name) => Reflect.get(other, name))).toEqual(before);
});

test('secure and subdomains depend on assigned values of protocol and hostname', () => {
  const req: PatchedRequest = Object.assign(requestFor('/'), { protocol: 'https', hostname: 'a.b.c' });
  expect([req.secure, req.subdomains]).toEqual([true, ['a']]);
});
