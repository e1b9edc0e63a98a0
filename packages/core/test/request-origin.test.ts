import { compileTrust, type TrustSetting } from '@nextpress/semantics/trust';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../src/index.ts';
import { type PatchedRequest, patchedClasses, requestFor } from './patched-server.ts';

// What Express has the same way is in request-parity.integration.test.ts.

/** A request from an address, with fields, to an application that trusts. */
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
  test('are what the header has, whether it is an address or not', () => {
    const req = requestFrom('127.0.0.1', { 'x-forwarded-for': 'unknown, 198.51.100.1:8080' }, true);
    expect([req.ip, req.ips]).toEqual(['unknown', ['unknown', '198.51.100.1:8080']]);
  });

  test('are missing where the request has no socket', () => {
    const req = requestFrom(undefined, {}, true);
    Object.defineProperty(req, 'socket', { value: undefined });
    expect([req.ip, req.ips, req.protocol, req.secure]).toEqual([undefined, [], 'http', false]);
  });

  test('believe a peer without an address where everybody is trusted, or hops are counted', () => {
    const field = { 'x-forwarded-for': '203.0.113.9' };
    expect(requestFrom(undefined, field, true).ip).toBe('203.0.113.9');
    expect(requestFrom(undefined, field, 1).ip).toBe('203.0.113.9');
    expect(requestFrom(undefined, field, 'loopback').ip).toBeUndefined();
    expect(requestFrom(undefined, {}, true).ip).toBeUndefined();
  });

  test('ask a function for the trust in each address', () => {
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
  test('are those of a target in absolute-form, whatever Host says', () => {
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

  test('are undefined where there is none', () => {
    const req = requestFrom('127.0.0.1', {}, true);
    expect([req.host, req.hostname, req.subdomains]).toEqual([undefined, undefined, []]);
    expect(requestFrom('127.0.0.1', { host: '' }, true).host).toBeUndefined();
    expect(requestFrom('127.0.0.1', { host: 'a', 'x-forwarded-host': ', b' }, true).host).toBeUndefined();
  });

  test('leave as many labels as the settings say', () => {
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

test('every property is what other code has assigned, and no other request changes', () => {
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

test('secure follows a protocol, and subdomains a hostname, that other code has assigned', () => {
  const req: PatchedRequest = Object.assign(requestFor('/'), { protocol: 'https', hostname: 'a.b.c' });
  expect([req.secure, req.subdomains]).toEqual([true, ['a']]);
});
