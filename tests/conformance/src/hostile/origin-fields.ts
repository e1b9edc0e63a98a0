import { expect } from 'vitest';
import { ask, requestText } from '../subject.ts';
import { deny } from './guarded-files.ts';
import type { HostileCases, HostileHandler } from './hostile-case.ts';
import type { bodyRows, fieldRows } from './rows.ts';

const origin: HostileHandler = (req, res) =>
  res.json({
    ip: req.ip ?? null,
    ips: req.ips,
    host: req.host ?? null,
    hostname: req.hostname ?? null,
    protocol: req.protocol,
  });

const LOOPBACK = /^(?:::ffff:)?127\.0\.0\.1$/;

/** RFC 3986 reg-name, an address in brackets, or empty. */
const HOST_NAME = /^(?:(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*|\[[\da-f:.]+\])$/i;

const badHosts: readonly string[] = [
  'evil:fake@ok',
  'a b',
  'a/b',
  'a?b',
  'a#b',
  'a:99999',
  'a:x',
  'a:-1',
  ':80',
  '[::1',
  '::1',
  '[::1]x',
  '<script>',
  'a\\b',
  'a,b',
  'a%00b',
  'a"b',
  '%',
  '\xff',
  '@',
  'a'.repeat(5_000),
];

/** Headers that name the client or the requested host. */
export const originFields: HostileCases<keyof typeof fieldRows> = {
  'a Host with an at sign': {
    'it names no host': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/', origin);
      });
      for (const Host of ['evil:fake@ok', 'evil@ok', 'ok@evil:80']) {
        const { status, body } = await ask(subject, 'GET', '/', { Host });
        if (status !== 400) expect(JSON.parse(body).hostname, Host).toBeNull();
      }
    },
  },
  'an invalid Host': {
    'it is refused, or names no host': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/', origin);
      });
      for (const Host of badHosts) {
        const { status, body } = await ask(subject, 'GET', '/', { Host });
        expect([200, 400], Host).toContain(status);
        if (status === 200) expect(JSON.parse(body).hostname ?? '', Host).toMatch(HOST_NAME);
      }
    },
  },
  'forwarded headers from an untrusted address': {
    'the socket and Host say who asks': async ({ serve }) => {
      for (const trustProxy of [false, '10.0.0.0/8', ['192.168.0.0/16']]) {
        const subject = await serve((app) => void app.get('/', origin), { trustProxy });
        const { body } = await ask(subject, 'GET', '/', {
          Host: 'real.example',
          'X-Forwarded-For': '6.6.6.6',
          'X-Forwarded-Host': 'evil.example',
          'X-Forwarded-Proto': 'gopher',
        });
        const shown = JSON.parse(body);
        expect(shown).toMatchObject({ ips: [], host: 'real.example', hostname: 'real.example' });
        expect(shown.ip).toMatch(LOOPBACK);
        expect(shown.protocol).toMatch(/^https?$/);
      }
    },
  },
  'a forwarded address that the client wrote': {
    'as many count, from the right, as there are hops': async ({ serve }) => {
      const subject = await serve((app) => void app.get('/', origin), { trustProxy: 1 });
      const fields = { 'X-Forwarded-For': '6.6.6.6, 203.0.113.7' };
      expect(JSON.parse((await ask(subject, 'GET', '/', fields)).body).ip).toBe('203.0.113.7');
    },
  },
  'malformed forwarded fields': {
    'they add no trusted hop, and name nothing that the proxy did not': async ({ serve }) => {
      for (const trustProxy of ['loopback', 1]) {
        const subject = await serve((app) => void app.get('/', origin), { trustProxy });
        for (const value of [
          'evil@x',
          'a b',
          'a/b',
          '<x>',
          '999.1.1.1',
          'unknown',
          '"x',
          '1.1.1.1;x',
          '::ffff:999.1.1.1',
          '::ffff:127.0.0.1.',
          '127.1',
          '0x7f.0.0.1',
        ]) {
          const { status, body } = await ask(subject, 'GET', '/', {
            'X-Forwarded-For': `6.6.6.6, ${value}`,
            'X-Forwarded-Host': value,
          });
          expect(status, value).toBe(200);
          const { ip, ips, host, hostname } = JSON.parse(body);
          expect({ ip, ips, host }, value).toEqual({ ip: value, ips: [value], host: value });
          expect(value.startsWith(hostname ?? ''), value).toBe(true);
        }
      }
    },
  },
  'addresses compared as text': {
    'a mapped address equals its IPv4 address, and an invalid address throws when it is set': async ({
      serve,
      createServer,
    }) => {
      for (const trustProxy of ['999.1.1.1', '10.0.0.0/33', '::1/129', 'localhost', '1.2.3', '10.0.0.0/x'])
        expect(() => createServer({ trustProxy }), trustProxy).toThrow(TypeError);
      for (const trustProxy of [
        '127.0.0.1',
        '::ffff:127.0.0.1',
        '::ffff:7f00:1',
        '0:0:0:0:0:ffff:127.0.0.0/120',
      ]) {
        const subject = await serve((app) => void app.get('/', origin), { trustProxy });
        const { body } = await ask(subject, 'GET', '/', { 'X-Forwarded-For': '203.0.113.7' });
        expect(JSON.parse(body).ip, trustProxy).toBe('203.0.113.7');
      }
    },
  },
  'an internal field that a client sends': {
    'no field of a request skips what is in front of a route': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use('/admin', deny);
        app.get('/admin', (_req, res) => res.send('in'));
      });
      for (const name of [
        'X-Middleware-Subrequest',
        'X-Original-URL',
        'X-Rewrite-URL',
        'X-HTTP-Method-Override',
        'X-Forwarded-Prefix',
        'X-Nextpress',
        'Next-Router',
        'Forwarded',
      ]) {
        const { status } = await ask(subject, 'GET', '/admin', { [name]: '/open:/admin:1' });
        expect(status, name).toBe(401);
      }
    },
  },
};

/** Headers with names that objects have. */
export const namedFields: HostileCases<keyof typeof bodyRows> = {
  'a field with the name of a prototype': {
    'it is a field like others': async ({ serve, jsonBody, cors }) => {
      const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
      const subject = await serve((app) => {
        app.use(cors(), jsonBody());
        app.get('/', (req, res) => {
          const seen = names.map((name) => typeof req.get(name));
          res.json([...seen, typeof req.get('valueOf'), Object.keys(req.headers).length > 0]);
        });
      });
      const fields = Object.fromEntries(names.slice(1).map((name) => [name, 'x']));
      const head = requestText('GET', '/', fields).replace('\r\n\r\n', '\r\n__proto__: x\r\n\r\n');
      const [response] = await subject.exchange(head, { responses: 1 });
      expect(response?.status).toBe(200);
      // Node's own header table may drop __proto__ or not; it must have no other effect.
      expect(JSON.parse(response?.body ?? '').slice(1, 5)).toEqual(Array(4).fill('string'));
    },
  },
};
