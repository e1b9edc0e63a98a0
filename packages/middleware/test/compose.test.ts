import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compose, type LayerList, type Next } from '../src/index.ts';

interface Req {
  readonly log: string[];
}
type Layers = LayerList<Req, null>;

/** Runs a chain and returns the log and the error given to `next`. */
function run(layers: Layers): Promise<{ log: string[]; error: unknown }> {
  const req: Req = { log: [] };
  return new Promise((resolve) => {
    compose(layers)(req, null, (error) => resolve({ log: req.log, error }));
  });
}

const says =
  (word: string) =>
  (req: Req, _res: null, next: Next): void => {
    req.log.push(word);
    next();
  };
const throws = (error: unknown) => (): void => {
  throw error;
};
const catches =
  (word: string) =>
  (error: unknown, req: Req, _res: null, next: Next): void => {
    req.log.push(`${word} ${String(error)}`);
    next();
  };

describe('compose', () => {
  test('runs layers in order, nested lists included, and then next', async () => {
    expect(await run([says('a'), [says('b'), [says('c')]], says('d')])).toEqual({
      log: ['a', 'b', 'c', 'd'],
      error: undefined,
    });
  });

  test('calls next when there are no layers', async () => {
    expect(await run([])).toEqual({ log: [], error: undefined });
  });

  test('stops at a layer that does not call next', async () => {
    const req: Req = { log: [] };
    compose<Req, null>([says('a'), () => {}, says('b')])(req, null, () => req.log.push('end'));
    await turn();
    expect(req.log).toEqual(['a']);
  });

  test.each([
    ['next', (_req: Req, _res: null, next: Next) => next('boom')],
    ['a throw', throws('boom')],
    ['a rejection', () => Promise.reject('boom')],
    [
      'an async throw',
      async () => {
        await turn();
        throw 'boom';
      },
    ],
    [
      'a thenable',
      () => Object.fromEntries([['then', (_ok: unknown, no: (reason: unknown) => void) => no('boom')]]),
    ],
  ])('skips request layers up to the next error layer when a layer fails by %s', async (_how, layer) => {
    expect(await run([says('a'), catches('early'), layer, says('b'), catches('got'), says('c')])).toEqual({
      log: ['a', 'got boom', 'c'],
      error: undefined,
    });
  });

  test('runs the next error layer when an error layer throws', async () => {
    const rethrows = (error: unknown, _req: Req, _res: null, _next: Next): void => {
      throw new Error(`again: ${String(error)}`);
    };
    const { log, error } = await run([throws('first'), rethrows, says('b'), catches('got')]);
    expect(log).toEqual(['got Error: again: first']);
    expect(error).toBeUndefined();
  });

  test('passes an error to next when no layer handles it', async () => {
    expect(await run([throws('boom'), says('a')])).toEqual({ log: [], error: 'boom' });
  });

  test.each([undefined, null, 0, '', false, 'route', 'router'])(
    'turns a thrown %s into an error',
    async (thrown) => {
      const { error } = await run([throws(thrown), says('a')]);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).toContain(`threw ${String(thrown)}`);
      expect(String((await run([async () => Promise.reject(thrown)])).error)).toBe('Error: Rejected promise');
    },
  );

  test.each([undefined, null, 0, '', false])('continues without an error after next(%s)', async (value) => {
    expect(await run([(_req: Req, _res: null, next: Next) => next(value), says('a')])).toEqual({
      log: ['a'],
      error: undefined,
    });
  });

  test("skips the rest without an error after next('route')", async () => {
    const route = (_req: Req, _res: null, next: Next): void => next('route');
    expect(await run([says('a'), route, says('b'), catches('c')])).toEqual({ log: ['a'], error: undefined });
  });

  test("also leaves the outer chain after next('router')", async () => {
    const router = (_req: Req, _res: null, next: Next): void => next('router');
    expect(await run([compose<Req, null>([router, says('a')]), says('b')])).toEqual({
      log: [],
      error: 'router',
    });
  });

  test('runs ten thousand synchronous layers without a stack overflow', async () => {
    const many = <T>(layer: T): T[] => new Array<T>(10_000).fill(layer);
    const { log } = await run(many(says('x')));
    expect(log).toHaveLength(10_000);
    const hands = (error: unknown, _req: Req, _res: null, next: Next): void => next(error);
    expect(await run([throws('boom'), ...many(hands)])).toEqual({ log: [], error: 'boom' });
  });

  test('keeps concurrent requests of one chain apart', async () => {
    const chain = compose<Req, null>([
      async (_req: Req, _res: null, next: Next) => {
        await turn();
        next();
      },
      says('x'),
    ]);
    const a: Req = { log: ['a'] };
    const b: Req = { log: ['b'] };
    await Promise.all([a, b].map((req) => new Promise<void>((resolve) => chain(req, null, () => resolve()))));
    expect([a.log, b.log]).toEqual([
      ['a', 'x'],
      ['b', 'x'],
    ]);
  });

  test('returns a layer, whose errors go to the outer chain', async () => {
    const inner = compose<Req, null>([says('in'), throws('boom')]);
    expect((await run([inner, catches('out')])).log).toEqual(['in', 'out boom']);
  });

  test.each<[string, unknown]>([
    ['[object Null]', null],
    ['[object String]', 'layer'],
    ['[object Promise]', Promise.resolve()],
  ])('throws when a layer is %s', (name, value) => {
    expect(() => compose<Req, null>([says('a'), value as never])).toThrow(
      `Invalid layer 2: argument handler must be a function (req, res, next) or (error, req, res, next), got ${name}`,
    );
  });

  test('never runs a layer with five parameters, like Express', async () => {
    const five = (_a: unknown, _b: unknown, _c: unknown, _d: unknown, _e: unknown): void => {
      throw new Error('called');
    };
    expect(await run([five as never, says('a'), throws('boom'), five as never, catches('got')])).toEqual({
      log: ['a', 'got boom'],
      error: undefined,
    });
  });
});

describe('any chain', () => {
  type Kind = 'pass' | 'later' | 'throw' | 'reject' | 'error' | 'catch' | 'rethrow' | 'route';
  const kinds: Kind[] = ['pass', 'later', 'throw', 'reject', 'error', 'catch', 'rethrow', 'route'];
  const build = (kind: Kind, at: number): Layers[number] => {
    const mark = (req: Req): unknown => req.log.push(`${kind}${at}`);
    if (kind === 'catch')
      return (_e: unknown, req: Req, _r: null, next: Next) => {
        mark(req);
        next();
      };
    if (kind === 'rethrow')
      return (_e: unknown, req: Req, _r: null, _n: Next) => {
        mark(req);
        throw at;
      };
    return (req: Req, _res: null, next: Next): unknown => {
      mark(req);
      if (kind === 'throw') throw `${kind}${at}`;
      if (kind === 'reject') return Promise.reject(`${kind}${at}`);
      if (kind === 'error') return next(`${kind}${at}`);
      if (kind === 'route') return next('route');
      if (kind === 'later') return turn().then(() => next());
      return next();
    };
  };

  /** The documented behavior of Express, as a loop over the list. */
  function expected(list: Kind[]): string[] {
    const log: string[] = [];
    let failed = false;
    for (const [at, kind] of list.entries()) {
      const handles = kind === 'catch' || kind === 'rethrow';
      if (handles !== failed) continue;
      log.push(`${kind}${at}`);
      failed = kind !== 'pass' && kind !== 'later' && kind !== 'catch';
      if (kind === 'route') return log;
    }
    return log;
  }

  test('runs the same layers as a plain loop over the list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { maxLength: 12 }), async (list) => {
        expect((await run(list.map(build))).log).toEqual(expected(list));
      }),
      { numRuns: 300 },
    );
  });
});
