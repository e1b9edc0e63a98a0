import { describe, expect, test } from 'vitest';
import { Chain, type Layer, type Next } from '../src/index.ts';

interface Req {
  readonly log: string[];
}

const says =
  (word: string) =>
  (req: Req, _res: null, next: Next): void => {
    req.log.push(word);
    next();
  };
const catches =
  (word: string) =>
  (error: unknown, req: Req, _res: null, next: Next): void => {
    req.log.push(`${word} ${String(error)}`);
    next();
  };
const fails = (): void => {
  throw 'boom';
};
const calls =
  (value: unknown) =>
  (_req: Req, _res: null, next: Next): void =>
    next(value);

function run(layers: Layer<Req, null>[], from?: number, error?: unknown): unknown[] {
  const req: Req = { log: [] };
  let outcome: unknown[] = [];
  new Chain(layers).run(
    req,
    null,
    (out, _req, _res, at) => {
      outcome = [out, at];
    },
    from,
    error,
  );
  return [...req.log, ...outcome];
}

describe('Chain passes the error and the position to done', () => {
  test('after the last layer', () => expect(run([says('a'), says('b')])).toEqual(['a', 'b', undefined, 1]));
  test('when it is empty', () => expect(run([])).toEqual([undefined, -1]));
  test('after an error that no layer handles', () =>
    expect(run([says('a'), fails, says('b')])).toEqual(['a', 'boom', 1]));
  test("after next('route')", () =>
    expect(run([says('a'), calls('route'), says('b')])).toEqual(['a', undefined, 1]));
  test("after next('router')", () => expect(run([calls('router'), says('b')])).toEqual(['router', 0]));
  test('when it starts in the middle', () =>
    expect(run([says('a'), says('b')], 1)).toEqual(['b', undefined, 1]));
  test('when it starts with an error', () =>
    expect(run([says('a'), catches('b'), says('c')], 1, 'no')).toEqual(['b no', 'c', undefined, 2]));
  test('when it starts after its end', () => expect(run([says('a')], 1, 'no')).toEqual(['no', 0]));
});

describe('Chain passes what a layer returned to onReturn', () => {
  const returned = async (layer: Layer<Req, null>): Promise<unknown[]> => {
    const values: unknown[] = [];
    const req: Req = { log: [] };
    const left = new Promise<unknown>((done) => {
      new Chain([layer], {
        onReturn: (value, passed) => {
          expect(passed).toBe(req);
          values.push(value);
          if (value === 'bad') throw new Error('cannot be sent');
        },
      }).run(req, null, done);
    });
    const outcome = await Promise.race([left, turns()]);
    return [...values, ...(outcome === undefined ? [] : [String(outcome)])];
  };
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  };

  test('synchronously', async () => expect(await returned(() => 0)).toEqual([0]));
  test('by a promise', async () => expect(await returned(async () => 'a')).toEqual(['a']));
  test('unless it is undefined', async () => expect(await returned(async () => undefined)).toEqual([]));
  test('unless it is the response', async () =>
    expect(await returned(async (_req: Req, res: null) => res)).toEqual([]));
  test('unless it takes next', async () =>
    expect(await returned((_req: Req, _res: null, _next: Next) => 'a')).toEqual([]));
  test('unless it has been continued', async () =>
    expect(
      await returned((...args: unknown[]) => {
        (args[2] as Next)();
        return 'a';
      }),
    ).toEqual([]));
  test('and its error to done', async () => {
    expect(await returned(() => 'bad')).toEqual(['bad', 'Error: cannot be sent']);
    expect(await returned(async () => 'bad')).toEqual(['bad', 'Error: cannot be sent']);
  });
});

describe('Chain.begin()', () => {
  test('enters the first layer when the run advances', () => {
    const req: Req = { log: [] };
    const begun = new Chain<Req, null>([says('a'), says('b')]).begin(req, null, () => req.log.push('end'));
    expect(req.log).toEqual([]);
    begun.advance(0, undefined);
    expect(req.log).toEqual(['a', 'b', 'end']);
  });

  test('returns a run that its first layer can cancel', () => {
    const req: Req = { log: [] };
    const cancels = (_req: Req, _res: null, next: Next): void => {
      begun.cancel();
      next();
    };
    const begun = new Chain<Req, null>([cancels, says('b')]).begin(req, null, () => req.log.push('end'));
    begun.advance(0, undefined);
    expect(req.log).toEqual([]);
  });
});
