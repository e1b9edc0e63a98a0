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
