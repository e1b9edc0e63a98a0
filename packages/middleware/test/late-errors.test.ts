import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Chain, compose, type Layer, type Next } from '../src/index.ts';

interface Res {
  headersSent: boolean;
}

const layers = (seen: unknown[]): Layer<object, Res>[] => [
  (_req: object, _res: Res, next: Next) => {
    next();
    next(new Error('late'));
  },
  (_req: object, res: Res) => {
    res.headersSent = true;
  },
  (error: unknown, _req: object, _res: Res, _next: Next) => {
    seen.push(error);
  },
];

test('compose reports a late error when the response has begun', async () => {
  const seen: unknown[] = [];
  const warning = once(process, 'warning');
  compose(layers(seen))({}, { headersSent: false }, (error) => seen.push(error));
  expect(await warning).toMatchObject([
    { code: 'NEXTPRESS_LATE_ERROR', message: expect.stringContaining('Error: late') },
  ]);
  expect(seen).toEqual([]);
});

test('a chain passes a late error to its error layers when it has no check', () => {
  const seen: unknown[] = [];
  new Chain(layers(seen)).run({}, { headersSent: false }, (error) => seen.push(error));
  expect(seen).toMatchObject([{ message: 'late' }]);
});

test.each([
  ['has no text', Object.create(null)],
  [
    'has a stack that throws',
    Object.defineProperty(new Error('x'), 'stack', {
      get() {
        throw new Error('no stack');
      },
    }),
  ],
])('compose reports a late error that %s', async (_what, error) => {
  const warning = once(process, 'warning');
  const chain = compose<object, Res>([
    (_req: object, res: Res, next: Next) => {
      next();
      res.headersSent = true;
      next(error);
    },
  ]);
  chain({}, { headersSent: false }, () => {});
  expect(await warning).toMatchObject([
    { code: 'NEXTPRESS_LATE_ERROR', message: expect.stringContaining('cannot be printed') },
  ]);
});
