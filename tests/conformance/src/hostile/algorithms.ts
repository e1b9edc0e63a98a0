import { expect } from 'vitest';
import { ask, requestText } from '../subject.ts';
import { findExpensive } from './cpu-cost.ts';
import type { HostileCases, HostileHandler } from './hostile-case.ts';
import type { algorithmRows } from './rows.ts';

const done: HostileHandler = (_req, res) => res.send('done');

/** Length of a text that is parsed in linear time. */
const LENGTH = 8_000;

/** A text of that length. */
const filled = (unit: string): string => unit.repeat(Math.floor(LENGTH / unit.length));

const targets = (units: readonly string[], end = ''): Record<string, string> =>
  Object.fromEntries(units.map((unit) => [unit, requestText('GET', `/${filled(unit)}${end}`)]));

const INNOCENT = requestText('GET', `/${filled('x')}`);

/** Requests with a header that repeats a unit between two letters. */
const withField = (name: string, units: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    units.map((unit) => [`${name}: ${unit}`, requestText('GET', '/', { [name]: `x${filled(unit)}x` })]),
  );

const preferences = ['Accept-Language', 'Accept', 'Accept-Encoding', 'Accept-Charset'];

/** Requests of a few kilobytes that took other servers seconds. */
export const algorithms: HostileCases<keyof typeof algorithmRows> = {
  'parameters with a mark between them': {
    'a path of marks costs what another of its length does': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/:a-:b{-:c}', done);
        app.get('/:a-:b-:c-:d/x', done);
      });
      expect(await findExpensive(subject, INNOCENT, targets(['-a', '-', 'a-'], '/y'))).toEqual({});
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
      expect(process.cpuUsage(before).user).toBeLessThan(1e6);
      expect((await ask(subject, 'GET', '/g0')).status).toBe(404);
    },
    'a path under several wildcards costs what another of its length does': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/*x-*y-:z', done);
        app.get('/*x/*y/-:z', done);
        app.get('/*a/x/*b/x/*c/y', done);
        app.get('/a{/:x}{/:y}{/:z}{/*w}/end', done);
      });
      // As many segments, none of which matches a pattern.
      const innocent = requestText('GET', `/${filled('b/')}`);
      expect(await findExpensive(subject, innocent, targets(['-', 'x/', 'a/', '-/'], '!'))).toEqual({});
    },
  },
  'several parameters in one segment': {
    'a segment of separators costs what another of its length does': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/:a.:b.:c.:d', done);
        app.get('/:a(\\d+)-:b(\\d+)', done);
      });
      expect(await findExpensive(subject, INNOCENT, targets(['.', '1', '1-', '..1'], '/'))).toEqual({});
    },
  },
  'a method with the name of a property': {
    'a method that middleware takes from a field is not looked up as an object property': async ({
      serve,
    }) => {
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
          app.get('/', (req, res) =>
            res.json([req.ip, req.ips.length, req.host, req.hostname, req.protocol]),
          );
        },
        { trustProxy: true },
      );
      const units = [', ', ' ,', ' ', '\t', ',', '1.1.1.1,', ':', '['];
      for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'])
        expect(await findExpensive(subject, INNOCENT, withField(name, units))).toEqual({});
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
      const requests = Object.fromEntries(
        [' ', '\t', ', ', ' ,', 'x, ', 'x '].map((unit) => [unit, preflight(`x${filled(unit)}x`)]),
      );
      requests.Origin = preflight('x', `https://${filled('a.')}`);
      expect(await findExpensive(subject, preflight(filled('x')), requests)).toEqual({});
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
          ]),
        );
      });
      // Four thousand well-formed elements also take linear time.
      const innocent = requestText('GET', '/', { Accept: filled('a/b, ') });
      for (const name of preferences)
        expect(
          await findExpensive(
            subject,
            innocent,
            withField(name, ['a,', 'a;q=0.1,', ', ', ' ', '\\"', 'a-', ';']),
          ),
        ).toEqual({});
    },
    'so do the conditions of a request for a file': async ({ serve, serveStatic, files }) => {
      const subject = await serve((app) => {
        app.use(serveStatic(files.root));
      });
      for (const [name, units] of Object.entries({
        'If-None-Match': ['"a", ', 'W/', '"', ', '],
        'If-Match': ['"a",', '"'],
        'If-Modified-Since': ['1 ', ','],
        'Accept-Encoding': ['gzip,', 'a;q=0.1, ', ';'],
      }))
        expect(await findExpensive(subject, INNOCENT, withField(name, units))).toEqual({});
      const ranges = ['0-0,', '-', ', ', '1-2,'].map((unit): [string, string] => [
        unit,
        requestText('GET', '/', { Range: `bytes=${filled(unit)}` }),
      ]);
      expect(await findExpensive(subject, INNOCENT, Object.fromEntries(ranges))).toEqual({});
    },
  },
  'keys with one hash': {
    'numbers for keys cost what words do': async ({ serve, jsonBody, formBody }) => {
      const subject = await serve((app) => {
        app.use(jsonBody(), formBody({ parameterLimit: 10_000 }));
        app.post('/', (req, res) => res.json(Object.keys(req.body as object).length));
      });
      const numbers = Array.from({ length: 2_400 }, (_, index) => index * 4_096);
      const json = (prefix: string): string =>
        requestText(
          'POST',
          '/',
          { 'Content-Type': 'application/json' },
          `{${numbers.map((number) => `"${prefix}${number}":0`).join()}}`,
        );
      const form = (prefix: string): string =>
        requestText(
          'POST',
          '/',
          { 'Content-Type': 'application/x-www-form-urlencoded' },
          numbers.map((number) => `${prefix}${number}=0`).join('&'),
        );
      expect(await findExpensive(subject, json('k'), { json: json(''), form: form('') })).toEqual({});
    },
  },
};
