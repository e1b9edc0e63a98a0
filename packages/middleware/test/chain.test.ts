import { describe, expect, test } from 'vitest';
import { Chain, type ChainOptions, type Layer, type Message, type Next } from '../src/index.ts';

interface Req extends Message {
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

function run(layers: Layer<Req, null>[], options?: ChainOptions, from?: number, error?: unknown): unknown[] {
  const req: Req = { log: [], url: '/', method: 'GET' };
  let end: unknown[] = [];
  new Chain(layers, options).run(
    req,
    null,
    (out, _req, _res, at) => {
      end = [out, at];
    },
    from,
    error,
  );
  return [...req.log, ...end];
}

describe('a chain tells where the request left it', () => {
  test('past the last layer', () => expect(run([says('a'), says('b')])).toEqual(['a', 'b', undefined, 1]));
  test('empty', () => expect(run([])).toEqual([undefined, -1]));
  test('by an error nothing handles', () =>
    expect(run([says('a'), fails, says('b')])).toEqual(['a', 'boom', 1]));
  test("by next('route')", () =>
    expect(run([says('a'), calls('route'), says('b')])).toEqual(['a', undefined, 1]));
  test("by next('router')", () => expect(run([calls('router'), says('b')])).toEqual(['router', 0]));
  test('having begun in the middle', () =>
    expect(run([says('a'), says('b')], {}, 1)).toEqual(['b', undefined, 1]));
  test('having begun with an error', () =>
    expect(run([says('a'), catches('b'), says('c')], {}, 1, 'no')).toEqual(['b no', 'c', undefined, 2]));
  test('having begun past its end', () => expect(run([says('a')], {}, 1, 'no')).toEqual(['no', 0]));
});

describe('the route at the end of a chain', () => {
  test('is skipped whole by an error from before it', () =>
    expect(run([fails, says('a'), catches('in')], { route: 1 })).toEqual(['boom', 0]));
  test('handles its own errors', () =>
    expect(run([says('a'), fails, catches('in')], { route: 1 })).toEqual(['a', 'in boom', undefined, 2]));
  test('is entered after an error that was handled before it', () =>
    expect(run([fails, catches('before'), says('in')], { route: 2 })).toEqual([
      'before boom',
      'in',
      undefined,
      2,
    ]));
  test("is not left by a next('route') from before it", () =>
    expect(run([calls('route'), says('in')], { route: 1 })).toEqual(['in', undefined, 1]));
});

describe('a layer that changes the target', () => {
  const moves =
    (change: Partial<Message>, error?: unknown) =>
    (req: Req, _res: null, next: Next): void => {
      Object.assign(req, change);
      next(error);
    };
  test.each([{ url: '/other' }, { method: 'HEAD' }])('ends a rematching chain: %o', (change) =>
    expect(run([moves(change), says('b'), says('c')], { rematch: true, route: 2 })).toEqual([undefined, 0]),
  );
  test('ends it with the error it passes', () =>
    expect(run([moves({ url: '/b' }, 'no'), catches('b'), says('c')], { rematch: true, route: 2 })).toEqual([
      'no',
      0,
    ]));
  test('does not end it from inside the route', () =>
    expect(run([moves({ url: '/b' }), says('b')], { rematch: true })).toEqual(['b', undefined, 1]));
  test('does not end a chain that does not rematch', () =>
    expect(run([moves({ url: '/b' }), says('b')], { route: 1 })).toEqual(['b', undefined, 1]));
});

describe('the next of the running layer', () => {
  const isPublished = (req: Req, _res: null, next: Next): void => {
    req.log.push(String(req.next === next));
    next('no');
  };
  const isPublishedToo = (_error: unknown, req: Req, _res: null, next: Next): void => {
    req.log.push(String(req.next === next));
    next();
  };
  test.each([
    [{ publish: true }, 'true'],
    [{}, 'false'],
  ])('is on the request where it is asked for: %o', (options, seen) =>
    expect(run([isPublished, isPublishedToo], options)).toEqual([seen, seen, undefined, 1]),
  );
});
