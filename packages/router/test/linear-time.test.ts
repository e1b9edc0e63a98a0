import { createRouter, type RouterOptions } from '@nextpress/router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TreeSearch } from '../src/internal/tree/tree-search.ts';

/** Calls of the methods of a search that visit a node or try an end of a wildcard. */
let steps = 0;

beforeEach(() => {
  steps = 0;
  const prototype = TreeSearch.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['textChild', 'rest', 'parts', 'wildcard', 'accept', 'farthestEnd']) {
    const plain = prototype[name] as (...args: unknown[]) => unknown;
    vi.spyOn(prototype, name).mockImplementation(function (this: unknown, ...args) {
      steps++;
      return plain.apply(this, args);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

const hostile: readonly (readonly [patterns: readonly string[], unit: string])[] = [
  [['/*a/x/*b/x/*c/y'], '/x'],
  [['/*a/*b/*c/*d/z'], '/a'],
  [['/*a/x/*b', '/*a/y/*b/x', '/*a/x/:c/*d/q'], '/x/y'],
  [['/*/a/*/a/*/b'], '/a'],
  [['/*x/a-/*y-b/:z'], '/a--b'],
  [['/*w/:a-:b/x', '/*w/:a-:b-:c', '/*w/:p-*q/x'], '/a-b'],
  [['/:a-:b-:c'], '-a'],
  [['/:a--:b/x', '/:a...:b'], '-.'],
  [['/:a(\\d+)-:b(\\d+)', '/:a(\\d+)'], '1'],
  [['/:x/*y/end', '/*x/:y/end', '/:x(\\w+)/*y/:z', '/*x'], '/a'],
  [['/a{/:x}{/:y}{/:z}{/*w}/end'], '/a'],
];

const settings: readonly RouterOptions[] = [
  { precedence: 'specificity' },
  { precedence: 'registration', strict: false, caseSensitive: false },
];

test.each(hostile)('searching %j takes steps in proportion to the length of the path', (patterns, unit) => {
  for (const options of settings) {
    const router = createRouter<string>(options);
    for (const pattern of patterns) router.add('GET', pattern, pattern);
    const work = (length: number, ending: string): number => {
      steps = 0;
      router.find('GET', `/${unit.repeat(length)}${ending}`);
      router.findAll('GET', `/${unit.repeat(length)}${ending}`);
      return steps;
    };
    work(1, '');
    for (const ending of ['', '/', '!', '/!']) {
      expect(work(800, ending), `${unit} × 800${ending}`).toBeLessThan(2.5 * work(400, ending) + 100);
    }
  }
});

test('find stops at an empty segment of a long path of slashes', () => {
  const router = createRouter<number>().add('GET', '/:a/:b/:c', 1).add('GET', '/a/*b/c', 2);
  router.find('GET', '/'.repeat(50_000));
  expect(steps).toBeLessThan(20);
});

test('routesFor takes as many steps among a thousand routes of twenty methods as among ten of one', () => {
  const work = (routes: number, methods: number): number => {
    const router = createRouter<number>();
    for (let at = 0; at < routes; at++)
      router.add(`M${at % methods}`, `/r${String(at).padStart(3, '0')}/:id`, at);
    steps = 0;
    for (const path of ['/r000/1', '/r001', '/none']) router.routesFor(path);
    return steps;
  };
  expect(work(1_000, 20)).toBeLessThanOrEqual(work(10, 1) + 9);
});

test('add refuses twenty optional groups', () => {
  const groups = Array.from({ length: 20 }, (_, index) => `{/g${index}}`).join('');
  expect(() => createRouter().add('GET', groups, 1)).toThrow(/256/);
});
