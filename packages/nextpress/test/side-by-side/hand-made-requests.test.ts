// Requests that no parser has made, such as those of tests and serverless adapters, passed to a router and an application by hand.
import theirs from 'express';
import { Router } from 'nextpress';
import ours from 'nextpress/express';
import { describe, expect, test } from 'vitest';
import { VERSION_4 } from './version-4.ts';

type Handle = (req: unknown, res: unknown, next: (error?: { status?: unknown }) => void) => void;
type Guard = (req: unknown, res: unknown, next: () => void) => void;
interface Routes {
  handle: Handle;
  use(...args: unknown[]): unknown;
  get(path: string, guard: Guard): unknown;
}

/** The guards that run for a request, and with what the rest continues. */
function outcomeOf(routes: Routes, request: object): Promise<{ ran: string[]; error: unknown }> {
  const ran: string[] = [];
  const guard =
    (name: string): Guard =>
    (_req, _res, next) => {
      ran.push(name);
      next();
    };
  routes.use(guard('all'));
  routes.use('/admin', guard('admin'));
  routes.get('/admin/x', guard('route'));
  const response = { setHeader: () => {}, removeHeader: () => {}, getHeader: () => undefined };
  return new Promise((resolve) => {
    routes.handle({ headers: {}, ...request }, response, (error) => resolve({ ran, error: error?.status }));
  });
}

const router5 = (express: unknown): Routes => (express as { Router(): Routes }).Router();

/** The last element is the error for a request without a path, for which Express runs nothing. */
const kinds: [name: string, theirs: () => Routes, ours: () => Routes, error: number | undefined][] = [
  ['a router of Express 5', () => router5(theirs), () => router5(ours), undefined],
  ['a router of Express 4', () => router5(VERSION_4.theirs), () => router5(VERSION_4.ours), undefined],
  ['a router of createServer()', () => router5(theirs), () => Router() as unknown as Routes, 400],
];

const METHOD = { method: 'GET' };

describe.each(kinds)('%s called by hand', (_name, makeTheirs, makeOurs, error) => {
  test.each([
    { url: '/admin/x' },
    { url: '/admin/x', method: 'get' },
    { url: '/admin/x', method: undefined },
    { url: '/admin/x', method: 7 },
    { url: '/admin/%zz' },
    { url: '//admin/x' },
    { url: 'http://host/admin/x' },
    { url: 'HTTP://host/admin/x?a=1' },
    { url: '*' },
    { url: '*', method: 'OPTIONS' },
    { url: 'foo' },
    { url: 'admin/x' },
    { url: 'foo', method: undefined },
  ])('runs the guards of Express for %j', async (request) => {
    const expected = await outcomeOf(makeTheirs(), { ...METHOD, ...request });
    expect(await outcomeOf(makeOurs(), { ...METHOD, ...request })).toEqual(expected);
  });

  test.each([{ url: '\\admin\\x' }, { url: ' /admin/x' }, { url: 'x:443', method: 'CONNECT' }])(
    'fails without guards for %j',
    async (request) => {
      expect(await outcomeOf(makeOurs(), { ...METHOD, ...request })).toEqual({ ran: [], error: 400 });
    },
  );

  test.each([{}, { url: undefined }, { url: null }, { url: '' }, { url: 7 }, { url: '?a=1' }, { url: '#a' }])(
    'runs nothing for %j',
    async (request) => {
      const expected = await outcomeOf(makeTheirs(), { ...METHOD, ...request });
      expect(expected).toEqual({ ran: [], error: undefined });
      expect(await outcomeOf(makeOurs(), { ...METHOD, ...request })).toEqual({ ran: [], error });
    },
  );
});
