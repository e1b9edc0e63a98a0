import { describe, expect, test } from 'vitest';
import { canPassOn, seemsToRefuse } from '../../../src/internal/registration/can-pass-on.ts';

type Next = (error?: unknown) => void;
type Store = { get(done: (error?: Error) => void): void };
const gate = (_req: unknown, _res: unknown, next: Next): void => next();

describe('canPassOn is false for a handler that', () => {
  test.each<[string, (...args: never[]) => unknown]>([
    ['declares no next', (_req: unknown, res: { end(): void }) => res.end()],
    ['declares one parameter', (req: unknown) => req],
    ['destructures its request', ({ ok }: { ok: boolean }, _res: unknown) => ok],
    ['is async', async (_req: unknown, _res: unknown) => undefined],
    [
      'calls next with new errors only',
      (req: { ok: boolean }, _res: unknown, next: Next) => (req.ok ? undefined : next(new Error('no'))),
    ],
    [
      'calls next with a caught error only',
      async (req: { read(): Promise<void> }, _res: unknown, next: Next) => {
        try {
          await req.read();
        } catch (error) {
          next(error);
        }
      },
    ],
    [
      'gives next to catch',
      (req: { read(): Promise<void> }, _res: unknown, next: Next) => req.read().catch(next),
    ],
    [
      'calls next in catch',
      (req: { read(): Promise<void> }, _res: unknown, next: Next) => req.read().catch((error) => next(error)),
    ],
    [
      'calls next with an error that is there',
      (req: Store, res: { end(): void }, next: Next) =>
        req.get((error) => {
          if (error) return next(error);
          return res.end();
        }),
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

describe('canPassOn is true for a handler that', () => {
  test.each<[string, (...args: never[]) => unknown]>([
    ['calls next()', gate],
    ["calls next('route')", (_req: unknown, _res: unknown, next: Next) => next('route')],
    [
      'calls next with an argument that may be undefined',
      (req: Store, _res: unknown, next: Next) => req.get((error) => next(error)),
    ],
    [
      'calls next in a callback within a catch block',
      (req: Store, _res: unknown, next: Next) => {
        try {
          throw new Error('no');
        } catch (error) {
          console.error(error);
          req.get((error) => next(error));
        }
      },
    ],
    ['hands next to another function', (_req: unknown, _res: unknown, next: Next) => setTimeout(next, 1)],
    ['calls req.next()', (req: { next(): void }) => req.next()],
    ['has a rest parameter', (...all: unknown[]) => all],
    ['reads arguments', Function('return arguments[2]') as () => unknown],
    ['is bound, so that its text is hidden', gate.bind(undefined)],
  ])('%s', (_title, handler) => {
    expect(canPassOn(handler)).toBe(true);
  });
});

describe('seemsToRefuse', () => {
  type Response = {
    status(code: number): Response;
    sendStatus(code: number): void;
    end(text?: string): void;
  };
  test.each<[string, boolean, (...args: never[]) => unknown]>([
    ['sets the status of an error', true, (_req: unknown, res: Response) => res.status(403).end()],
    ['sends the status of an error', true, (_req: unknown, res: Response) => res.sendStatus(404)],
    ['sets a status that is named elsewhere', true, (req: never, res: Response) => res.status(req).end()],
    [
      'throws',
      true,
      () => {
        throw new Error('no');
      },
    ],
    ['passes an error on', true, (_req: unknown, _res: unknown, next: Next) => next(new Error('no'))],
    ['ends the response', false, (_req: unknown, res: Response) => res.end('throw if 404 ?')],
    ['sets a status of success', false, (_req: unknown, res: Response) => res.status(201).end()],
    [
      'sets the status of an error at times',
      false,
      (req: { ok: boolean }, res: Response) => {
        if (req.ok) res.end();
        else res.sendStatus(404);
      },
    ],
  ])('of a handler that %s is %s', (_title, refuses, handler) => {
    expect(seemsToRefuse(handler)).toBe(refuses);
  });
});
