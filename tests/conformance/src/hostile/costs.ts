import { expect } from 'vitest';
import { requestText } from '../subject.ts';
import { findExpensive } from './cpu-cost.ts';
import { deny } from './guarded-files.ts';
import type { HostileCases, HostileHandler } from './hostile-case.ts';
import type { bodyRows, pathRows } from './rows.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const open: HostileHandler = (_req, res) => res.send('open');

/** The cost of parsing a path in any spelling. */
export const pathCosts: HostileCases<keyof typeof pathRows> = {
  'escapes decoded and dots removed in the wrong order': {
    'the canonical path costs what another of its length does': async ({ serve }) => {
      const subject = await serve((app) => {
        app.use('/admin', deny);
        app.get('/:any', open);
        app.use(open);
      });
      const units = ['./', '../', 'a/../', '%2e%2e/', '%2E', '%61', '%2f', '/', ';', '.', '%25', '!', '\\'];
      const targets = units.map((unit) => [unit, requestText('GET', `/${unit.repeat(9_000 / unit.length)}`)]);
      const innocent = requestText('GET', `/${'a'.repeat(9_000)}`);
      expect(await findExpensive(subject, innocent, Object.fromEntries(targets))).toEqual({});
    },
  },
};

/** The cost of parsing a query or a form. */
export const formCosts: HostileCases<keyof typeof bodyRows> = {
  'a form with a thousand brackets': {
    'reading one costs what another form of its length does': async ({ serve, formBody }) => {
      const subject = await serve((app) => {
        app.use(formBody({ extended: true, depth: 1_000, parameterLimit: 100_000 }));
        app.post('/', open);
      });
      const form = (body: string): string => requestText('POST', '/', FORM, body);
      const hostile = {
        groups: form(`a${'[b]'.repeat(20_000)}=1`),
        opened: form(`a${'['.repeat(60_000)}`),
        closed: form(`a${']'.repeat(60_000)}`),
        escapes: form('%'.repeat(60_000)),
        spaces: form(`a=${'+'.repeat(60_000)}`),
      };
      expect(await findExpensive(subject, form('a'.repeat(60_000)), hostile)).toEqual({});
    },
  },
  'a list without end': {
    'reading a query costs what another of its length does': async ({ serve }) => {
      const units = ['&', '=', '%', '[', ']', 'a[b]', '[]', 'a&', 'a[]&', 'a[0]&', '%5B', '+', 'a=1&a[b]=1&'];
      const queries = units.map((unit) => [
        unit,
        requestText('GET', `/?${unit.repeat(8_000 / unit.length)}`),
      ]);
      const innocent = requestText('GET', `/?${'a'.repeat(8_000)}`);
      for (const queryParser of ['simple', 'extended']) {
        const subject = await serve((app) => void app.get('/', (req, res) => res.json(typeof req.query)), {
          queryParser,
        });
        expect(await findExpensive(subject, innocent, Object.fromEntries(queries)), queryParser).toEqual({});
      }
    },
  },
};
