import { gzipSync } from 'node:zlib';
import { postChunks } from '@nextpress-internal/test-kit';
import { expect } from 'vitest';
import { ask, requestText, type Subject } from '../subject.ts';
import type { Arena, HostileApplication, HostileCases, HostileHandler } from './hostile-case.ts';
import type { bodyRows } from './rows.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Responds with a body and whether one of its keys has reached other objects. */
const shows: HostileHandler = (req, res) =>
  res.json({ body: req.body ?? null, inherited: ({} as { x?: unknown }).x ?? null });

const forms =
  ({ formBody }: Arena, options?: object) =>
  (app: HostileApplication): void => {
    app.use(formBody(options));
    app.post('/', shows);
  };

const json =
  ({ jsonBody }: Arena, options?: object) =>
  (app: HostileApplication): void => {
    app.use(jsonBody(options));
    app.post('/', shows);
  };

async function bodyOf(
  subject: Subject,
  fields: Readonly<Record<string, string>>,
  body: string,
): Promise<unknown> {
  const response = await ask(subject, 'POST', '/', fields, body);
  return response.status === 200 ? JSON.parse(response.body) : response.status;
}

/** Bodies that are longer, deeper or different from what they declare. */
export const bodies: HostileCases<keyof typeof bodyRows> = {
  'a form with a thousand brackets': {
    'it is a flat name, or refused': async (arena) => {
      const body = `a${'[b]'.repeat(1_000)}=1`;
      expect(await bodyOf(await arena.serve(forms(arena)), FORM, body)).toMatchObject({
        body: { [body.slice(0, -2)]: '1' },
      });
      expect(await bodyOf(await arena.serve(forms(arena, { extended: true })), FORM, body)).toBe(400);
    },
  },
  'a form of separators': {
    'it is refused by its count': async (arena) => {
      const body = '&'.repeat(100_000);
      expect(await bodyOf(await arena.serve(forms(arena)), FORM, body)).toBe(413);
      expect(await bodyOf(await arena.serve(forms(arena)), FORM, 'a&'.repeat(50_000))).toBe(413);
      expect(await bodyOf(await arena.serve(forms(arena, { extended: true })), FORM, body)).toBe(413);
    },
  },
  'an invalid limit': {
    'it is refused when it is set': async ({ jsonBody, formBody }) => {
      for (const parser of [jsonBody, formBody]) {
        for (const limit of ['abc', '', '10 apples', Number.NaN, -1, '-1kb', null, {}])
          expect(() => parser({ limit }), String(limit)).toThrow(/limit/);
      }
    },
  },
  'a query with the name of a prototype': {
    'nothing inherits from it': async (arena) => {
      for (const queryParser of ['simple', 'extended']) {
        const subject = await arena.serve(
          (app) => {
            app.get('/', (req, res) => res.json([Object.keys(req.query), ({} as { x?: unknown }).x ?? null]));
          },
          { queryParser },
        );
        for (const query of [
          '__proto__[x]=1',
          '__proto__.x=1',
          'a[__proto__][x]=1',
          'constructor[prototype][x]=1',
          '%5F_proto__[x]=1',
          '__proto__=1',
          'a[constructor][prototype][x]=1',
        ]) {
          const { status, body } = await ask(subject, 'GET', `/?${query}`);
          expect([status, JSON.parse(body)[1]], query).toEqual([200, null]);
        }
      }
    },
    'nor from a form': async (arena) => {
      for (const extended of [false, true]) {
        const subject = await arena.serve(forms(arena, { extended }));
        for (const body of [
          '__proto__[x]=1',
          '__proto__=1&x=1',
          'a[__proto__][x]=1',
          'constructor[prototype][x]=1',
        ])
          expect(await bodyOf(subject, FORM, body), body).toMatchObject({ inherited: null });
      }
    },
  },
  'a list without end': {
    'a list has as many elements as there may be pairs': async (arena) => {
      const subject = await arena.serve(forms(arena, { extended: true }));
      expect(await bodyOf(subject, FORM, 'a[]=1&'.repeat(5_000))).toBe(413);
      expect(await bodyOf(subject, FORM, 'a[999999999]=1')).toEqual({
        body: { a: { 999999999: '1' } },
        inherited: null,
      });
      expect(await bodyOf(subject, FORM, `a=${'1,'.repeat(40_000)}`)).toMatchObject({ inherited: null });
    },
    'so has one of a query': async ({ serve }) => {
      const subject = await serve(
        (app) => {
          app.get('/', (req, res) => res.json(Object.keys(req.query.a as object).length));
        },
        { queryParser: 'extended' },
      );
      const { status, body } = await ask(subject, 'GET', `/?${'a[]=1&'.repeat(2_500)}`);
      expect(status).toBe(200);
      expect(Number(body)).toBeLessThanOrEqual(1_000);
    },
  },
  'a chunked body over the limit': {
    'it is refused at once, and no handler after it runs': async ({ serve, jsonBody }) => {
      let ran = 0;
      const subject = await serve((app) => {
        app.use(jsonBody({ limit: 100 }));
        app.post('/', (_req, res) => {
          ran++;
          res.send('ran');
        });
      });
      const chunked = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
      const unended = `${requestText('POST', '/', chunked)}c8\r\n[${'1,'.repeat(99)}1\r\n`;
      const declared = `${requestText('POST', '/', { ...JSON_TYPE, 'Content-Length': '1000000' })}[`;
      for (const bytes of [unended, declared]) {
        const [response] = await subject.exchange(bytes, { responses: 1 });
        expect(response?.status).toBe(413);
      }
      expect(ran).toBe(0);
    },
    'a handler after an error handler that goes on sees nothing of it': async ({ serve, jsonBody }) => {
      const subject = await serve((app) => {
        app.use(jsonBody({ limit: 100 }));
        app.use(((_error: Error, _req: unknown, _res: unknown, next: () => void) => next()) as never);
        app.post('/', shows);
      });
      const bytes = postChunks(['Content-Type: application/json'], [`[${'1,'.repeat(500)}1]`]);
      const [response] = await subject.exchange([bytes], { responses: 1 });
      expect(JSON.parse(response?.body ?? '')).toEqual({ body: null, inherited: null });
    },
  },
  'a body longer than its length': {
    'it ends where it says': async (arena) => {
      const subject = await arena.serve(json(arena, { limit: 5 }));
      const [first, second] = await subject.exchange(
        `${requestText('POST', '/', { ...JSON_TYPE, 'Content-Length': '3' })}[1]${requestText('GET', '/alive')}`,
        { responses: 2 },
      );
      expect(JSON.parse(first?.body ?? '').body).toEqual([1]);
      expect(second?.body).toBe('alive');
    },
  },
  'a stream without a limit': {
    'a body counts by what it inflates to': async (arena) => {
      const subject = await arena.serve(json(arena));
      const bomb = gzipSync(`[${' '.repeat(20_000_000)}]`).toString('latin1');
      const request = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n`;
      const [response] = await subject.exchange(`${request}Content-Length: ${bomb.length}\r\n\r\n${bomb}`, {
        responses: 1,
      });
      expect(response?.status).toBe(413);
    },
  },
  'a form with dots in its names': {
    'a dot is a character': async (arena) => {
      for (const extended of [false, true])
        expect(
          await bodyOf(await arena.serve(forms(arena, { extended })), FORM, '__proto__.x=1&a.b=2'),
        ).toEqual({
          body: { '__proto__.x': '1', 'a.b': '2' },
          inherited: null,
        });
    },
  },
  'JSON as deep as the stack': {
    'it is refused before it is traversed': async (arena) => {
      const subject = await arena.serve(json(arena));
      expect(await bodyOf(subject, JSON_TYPE, '['.repeat(50_000) + ']'.repeat(50_000))).toBe(400);
      expect(await bodyOf(subject, JSON_TYPE, `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`)).toBe(400);
      expect(await bodyOf(subject, JSON_TYPE, '['.repeat(50_000))).toBe(400);
    },
    'a prototype in it is a key': async (arena) => {
      const subject = await arena.serve(json(arena));
      const body = '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}';
      expect(await bodyOf(subject, JSON_TYPE, body)).toMatchObject({ inherited: null });
    },
  },
};
