import { describe, expect, test } from 'vitest';
import { canPassOn } from '../../src/check/can-pass-on.ts';

type Next = (error?: unknown) => void;
const gate = (_req: unknown, _res: unknown, next: Next): void => next();

describe('a handler that never passes a request on', () => {
  test.each<[string, (...args: never[]) => unknown]>([
    ['declares no next', (_req: unknown, res: { end(): void }) => res.end()],
    ['declares one parameter', (req: unknown) => req],
    ['destructures its request', ({ ok }: { ok: boolean }, _res: unknown) => ok],
    ['is async', async (_req: unknown, _res: unknown) => undefined],
    [
      'calls next with errors alone',
      (req: { ok: boolean }, _res: unknown, next: Next) => (req.ok ? undefined : next(new Error('no'))),
    ],
    [
      'is a method',
      {
        show(_req: unknown, _res: unknown) {
          return 1;
        },
      }.show,
    ],
  ])('%s', (_title, handler) => {
    expect(canPassOn(handler)).toBe(false);
  });
});

describe('a handler that may pass a request on', () => {
  test.each<[string, (...args: never[]) => unknown]>([
    ['calls next()', gate],
    ["says next('route')", (_req: unknown, _res: unknown, next: Next) => next('route')],
    ['gives next away', (_req: unknown, _res: unknown, next: Next) => setTimeout(next, 1)],
    ['calls req.next()', (req: { next(): void }) => req.next()],
    ['takes whatever it is given', (...all: unknown[]) => all],
    ['reads arguments', Function('return arguments[2]') as () => unknown],
    ['is bound, so that its text is hidden', gate.bind(undefined)],
  ])('%s', (_title, handler) => {
    expect(canPassOn(handler)).toBe(true);
  });
});
