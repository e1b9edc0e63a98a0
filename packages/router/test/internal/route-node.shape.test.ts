import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { expect, test, vi } from 'vitest';
import { compilePattern } from '../../src/internal/pattern/compile-pattern.ts';
import { finishTree } from '../../src/internal/tree/finish-tree.ts';
import { Leaf } from '../../src/internal/tree/leaf.ts';
import { childrenOf, type RouteNode } from '../../src/internal/tree/route-node.ts';
import { TreeBuilder } from '../../src/internal/tree/tree-builder.ts';

function treeOf(patterns: readonly string[]): RouteNode<number> {
  const tree = new TreeBuilder<number>();
  const options = { caseSensitive: true, strict: true, canonicalize: undefined, lenient: false };
  for (const [rank, pattern] of patterns.entries()) {
    for (const { steps, names, lists } of compilePattern(pattern, options)) {
      tree.insert(steps, new Leaf({ method: 'GET', pattern, value: rank }, names, lists, rank));
    }
  }
  finishTree(tree.root, false);
  return tree.root;
}

function allNodes(node: RouteNode<number>): RouteNode<number>[] {
  return [node, ...childrenOf(node).flatMap(allNodes)];
}

const patterns = [
  '/a',
  '/:a',
  '/:n(\\d+)',
  '/:a-:b',
  '/:n(\\d+)-:b',
  '/*p/x/*q',
  '/a-rather-long-literal/:x/b',
  '/*',
  '/:a/b/c',
];

test('nodes of all kinds have one shape', () => {
  const [first, ...others] = allNodes(treeOf(patterns));
  for (const node of others) expect(sameShape(node, first ?? []), node.text).toBe(true);
  expect(isFast(first ?? [])).toBe(true);
});

test('finishTree divides text before a capture so that its end has at most 12 characters', () => {
  const nodes = allNodes(treeOf(['/a-rather-long-literal/:x/another-long-literal']));
  expect(nodes.map(({ head, text }) => [head, text])).toEqual([
    ['', ''],
    ['/a-rather-l', 'ong-literal/'],
    ['', ''],
    ['/another-', 'long-literal'],
  ]);
});

test('finishTree keeps text only where a search ends or branches', () => {
  const nodes = allNodes(
    treeOf(['/a-rather-long-literal', '/a-rather-long-list/:x', '/a-rather-long-list/y']),
  );
  const texts = nodes.map(({ head, text }) => head + text);
  expect(texts).toEqual(['', '', '/a-rather-long-list/', 'y', '', '/a-rather-long-literal']);
});

test('arrays of children have at most 256 elements when text is outside ASCII', () => {
  for (const node of allNodes(treeOf(['/a/:x', '/\uffff/:x', '/日/:x', '/:x/a', '/:x/\uffff']))) {
    expect(node.texts.length).toBeLessThanOrEqual(256);
  }
});

test('insert finds siblings with constraints by key and keeps their order', () => {
  const compare = vi.spyOn(JSON, 'stringify');
  try {
    treeOf(Array.from({ length: 400 }, (_, i) => `/:n(x${i})`));
    expect(compare.mock.calls.length).toBeLessThan(1_000);
  } finally {
    compare.mockRestore();
  }
  const ordered = treeOf(['/:a', '/*p', '/:n(\\d+)', '/:a-:b', '/:w(\\w+)', '/:a-:b(\\d+)-']);
  const sources = allNodes(ordered).flatMap(({ leaves }) => leaves.map(({ route }) => route.pattern));
  expect(sources).toEqual(['/:a-:b(\\d+)-', '/:a-:b', '/:n(\\d+)', '/:w(\\w+)', '/:a', '/*p']);
});
