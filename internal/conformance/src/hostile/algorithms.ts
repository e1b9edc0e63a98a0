import { expect } from 'vitest';
import { ask, requestText } from '../subject.ts';
import { dearness, TOLERABLE } from './cpu-cost.ts';
import type { HostileCases, HostileHandler } from './hostile-case.ts';
import type { algorithmRows } from './rows.ts';

const done: HostileHandler = (_req, res) => res.send('done');

/** What a head may hold beside its other fields. */
const HEAD = 15_000;

const filled = (unit: string): string => unit.repeat(Math.floor(HEAD / unit.length));

const conditions: Readonly<Record<string, readonly string[]>> = {
  'If-None-Match': ['"a", ', 'W/', '"', ', '],
  'If-Match': ['"a",', '"'],
  'If-Modified-Since': ['1 ', ','],
  Range: ['0-0,', '-', ', '],
  'Accept-Encoding': ['gzip,', 'a;q=0.1, ', ';'],
};

/** Where a request of a few kilobytes was work for seconds. */
export const algorithms: HostileCases<keyof typeof algorithmRows> = {
  'parameters with a mark between them': {
    'a path of marks costs what another of its length does': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/:a-:b{-:c}', done);
        app.get('/:a-:b-:c-:d/x', done);
      });
      const hostile = requestText('GET', `/${filled('-a')}/y`);
      expect(await dearness(subject, hostile, requestText('GET', `/${filled('aa')}/y`))).toBeLessThan(
        TOLERABLE,
      );
    },
  },
  'optional groups and several wildcards': {
    'twenty groups are refused when they are registered': async ({ serve }) => {
      const groups = Array.from({ length: 20 }, (_, index) => `{/g${index}}`).join('');
      const before = process.cpuUsage();
      const subject = await serve((app) => {
        expect(() => app.get(groups, done)).toThrow(/256/);
        expect(() => app.use(groups, done)).toThrow(/256/);
      });
      expect(process.cpuUsage(before).user).toBeLessThan(5e5);
      expect((await ask(subject, 'GET', '/g0')).status).toBe(404);
    },
    'a path under several wildcards costs what another of its length does': async ({ serve }) => {
      const subject = await serve((app) => {
        expect(() => app.get('/*x-*y-:z', done)).toThrow(/segment/);
        app.get('/*x/*y/-:z', done);
        app.get('/*a/x/*b/x/*c/y', done);
        app.get('/a{/:x}{/:y}{/:z}{/*w}/end', done);
      });
      for (const unit of ['-', '/x', '/a']) {
        const hostile = requestText('GET', `/a${filled(unit)}!`);
        expect(await dearness(subject, hostile, requestText('GET', `/${filled('b')}`)), unit).toBeLessThan(
          TOLERABLE,
        );
      }
    },
  },
  'several parameters in one segment': {
    'a segment of separators costs what another of its length does': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/:a.:b.:c.:d', done);
        app.get('/:a(\\d+)-:b(\\d+)', done);
      });
      const innocent = requestText('GET', `/x/${filled('x')}`);
      for (const unit of ['.', '1', '1-', '..1'])
        expect(await dearness(subject, requestText('GET', `/${filled(unit)}/`), innocent), unit).toBeLessThan(
          TOLERABLE,
        );
    },
  },
  'a method with the name of a property': {
    'a method that middleware takes from a field is no property of a table': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use((req, _res, next) => {
          req.method = req.get('X-HTTP-Method-Override') ?? 'GET';
          next();
        });
        app.get('/x', done);
        app.get('/:any/:other', done);
      });
      for (const method of ['constructor', '__proto__', 'hasOwnProperty', 'toString', '']) {
        for (const target of ['/x', '/x/y', '/none/of/them']) {
          const { status } = await ask(subject, 'POST', target, { 'X-HTTP-Method-Override': method });
          expect([404, 405], `${method} ${target}`).toContain(status);
        }
      }
    },
  },
  'a forwarded field of separators': {
    'it costs what another of its length does': async ({ serve }) => {
      const subject = await serve(
        (app) => {
          app.get('/', (req, res) => res.json([req.ip, req.ips.length, req.host, req.protocol]));
        },
        { trustProxy: true },
      );
      const field = (value: string): string =>
        requestText('GET', '/', {
          'X-Forwarded-For': value,
          'X-Forwarded-Host': 'a',
          'X-Forwarded-Proto': 'http',
        });
      for (const unit of [', ', ' ,', ' ', '\t', ',', '1.1.1.1,', ':', '['])
        expect(await dearness(subject, field(`x${filled(unit)}x`), field(filled('x'))), unit).toBeLessThan(
          TOLERABLE,
        );
    },
  },
  'a preflight of spaces': {
    'it costs what another of its length does': async ({ serve, cors }) => {
      const subject = await serve((app) => {
        app.use(cors({ origin: ['https://a.example', /^https:\/\/[a-z]+\.a\.example$/] }));
      });
      const preflight = (value: string, Origin = 'https://a.example'): string =>
        requestText('OPTIONS', '/', {
          Origin,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': value,
        });
      for (const unit of [' ', '\t', ', ', ' ,', 'x, ', 'x '])
        expect(
          await dearness(subject, preflight(`x${filled(unit)}x`), preflight(filled('x'))),
          unit,
        ).toBeLessThan(TOLERABLE);
      const origin = preflight('x', `https://${filled('a.')}`);
      expect(await dearness(subject, origin, preflight(filled('x')))).toBeLessThan(TOLERABLE);
    },
  },
  'languages by the hundred': {
    'what a client accepts costs what another field of its length does': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/', (req, res) =>
          res.json([
            req.acceptsLanguages('de', 'en-GB', 'fr'),
            req.accepts('html', 'json', 'text/plain'),
            req.acceptsEncodings('gzip', 'br'),
            req.acceptsCharsets('utf-8'),
            req.range(1000),
          ]),
        );
      });
      const field = (name: string, value: string): string => requestText('GET', '/', { [name]: value });
      for (const name of ['Accept-Language', 'Accept', 'Accept-Encoding', 'Accept-Charset', 'Range']) {
        for (const unit of ['a,', 'a;q=0.1,', ', ', '\\"', '1-2,']) {
          const hostile = field(name, name === 'Range' ? `bytes=${filled(unit)}` : filled(unit));
          expect(await dearness(subject, hostile, field(name, filled('a'))), `${name}: ${unit}`).toBeLessThan(
            TOLERABLE * 5,
          );
        }
      }
    },
    'so do the conditions of a request for a file': async ({ serve, serveStatic, files }) => {
      const subject = await serve((app) => {
        app.use(serveStatic(files.root));
      });
      const field = (name: string, value: string): string =>
        requestText('GET', '/open.txt', { [name]: value });
      for (const [name, units] of Object.entries(conditions)) {
        for (const unit of units) {
          const hostile = field(name, name === 'Range' ? `bytes=${filled(unit)}` : filled(unit));
          expect(await dearness(subject, hostile, field(name, filled('a'))), `${name}: ${unit}`).toBeLessThan(
            TOLERABLE,
          );
        }
      }
    },
  },
  'keys with one hash': {
    'numbers for keys cost what words do': async ({ serve, jsonBody, formBody }) => {
      const subject = await serve((app) => {
        app.use(jsonBody(), formBody({ parameterLimit: 10_000 }));
        app.post('/', (req, res) => res.json(Object.keys(req.body as object).length));
      });
      const json = (key: (index: number) => string): string => {
        const keys = Array.from({ length: 2_400 }, (_, index) => `"${key(index)}":0`);
        return requestText('POST', '/', { 'Content-Type': 'application/json' }, `{${keys.join()}}`);
      };
      const form = (key: (index: number) => string): string => {
        const pairs = Array.from({ length: 2_400 }, (_, index) => `${key(index)}=0`);
        const fields = { 'Content-Type': 'application/x-www-form-urlencoded' };
        return requestText('POST', '/', fields, pairs.join('&'));
      };
      const alike = (index: number): string => String(index * 4096);
      const apart = (index: number): string => `k${index * 4096}`;
      expect(await dearness(subject, json(alike), json(apart))).toBeLessThan(TOLERABLE);
      expect(await dearness(subject, form(alike), form(apart))).toBeLessThan(TOLERABLE);
    },
  },
};
