import { expect } from 'vitest';
import { ask } from '../subject.ts';
import type { HostileCases } from './hostile-case.ts';
import type { bodyRows } from './rows.ts';

const spellings: Readonly<Record<string, boolean>> = {
  'application/json': true,
  'Application/JSON': true,
  'application/json;charset=utf-8': true,
  'application/json ; charset="utf-8"': true,
  'application/json;': true,
  'application/jsonx': false,
  'xapplication/json': false,
  'text/plain': false,
  'text/plain; application/json': false,
  'multipart/form-data; boundary=application/json': false,
};

const malformed: readonly string[] = [
  'application/json\ta',
  'application/json garbage',
  'Application/JSON ;x',
  'application/json,text/plain',
  'text/plain, application/json',
  'application /json',
  'application/ json',
  'application//json',
  'application/json; charset',
  'application/json; charset="utf-8',
  'application/json\xa0',
  ';',
  '/',
  'application',
  'application/',
  ';charset=utf-8',
  'x'.repeat(4_000),
  '"'.repeat(4_000),
  `application/json${';'.repeat(4_000)}x`,
];

/** Matching, body parsing and `req.is` parse a media type in the same way. */
export const contentTypes: HostileCases<keyof typeof bodyRows> = {
  'a Content-Type that is read in two ways': {
    'what is parsed as JSON is what req.is calls so': async ({ serve, jsonBody }) => {
      const subject = await serve((app) => {
        app.use(jsonBody());
        app.post('/', (req, res) => res.json([req.body !== undefined, Boolean(req.is('application/json'))]));
      });
      for (const [type, expected] of Object.entries(spellings)) {
        const { body } = await ask(subject, 'POST', '/', { 'Content-Type': type }, '{"a":1}');
        expect(JSON.parse(body), type).toEqual([expected, expected]);
      }
    },
  },
  'an invalid Content-Type': {
    'no parser reads the body unless all before the first semicolon is its type': async ({
      serve,
      jsonBody,
      formBody,
    }) => {
      const subject = await serve((app) => {
        app.use(jsonBody(), formBody({ type: 'text/plain' }));
        app.use((req, res) => res.json(req.body !== undefined));
      });
      for (const type of malformed) {
        const { body } = await ask(subject, 'POST', '/', { 'Content-Type': type }, '{"a":1}');
        const essence = type.split(';', 1)[0]?.replace(/ +$/, '').toLowerCase();
        expect(JSON.parse(body), type.slice(0, 40)).toBe(essence === 'application/json');
      }
    },
  },
  'a body of a simple request': {
    'what a page may send without asking is not read as JSON': async ({ serve, jsonBody }) => {
      const subject = await serve((app) => {
        app.use(jsonBody());
        app.post('/', (req, res) => res.json(req.body === undefined));
      });
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'text/plain;a=json',
      ])
        expect((await ask(subject, 'POST', '/', { 'Content-Type': type }, '{"a":1}')).body, type).toBe(
          'true',
        );
      expect((await ask(subject, 'POST', '/', {}, '{"a":1}')).body, 'no type').toBe('true');
    },
  },
  'a Content-Type that parsers read apart': {
    'one body is read by one parser': async ({ serve, jsonBody, formBody }) => {
      const subject = await serve((app) => {
        app.use(jsonBody(), formBody());
        app.post('/', (req, res) => res.json([req.is('json'), req.is('urlencoded'), req.body ?? null]));
      });
      const form = await ask(
        subject,
        'POST',
        '/',
        { 'Content-Type': 'application/x-www-form-urlencoded; a="application/json"' },
        '{"a":1}',
      );
      expect(JSON.parse(form.body)).toEqual([false, 'urlencoded', { '{"a":1}': '' }]);
    },
  },
};
