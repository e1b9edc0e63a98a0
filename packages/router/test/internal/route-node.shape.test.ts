import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { emptyTree, plant } from '../../src/internal/build-tree.ts';
import { compilePattern } from '../../src/internal/compile-pattern.ts';
import { childrenOf, finishTree } from '../../src/internal/finish-tree.ts';
import { Leaf } from '../../src/internal/leaf.ts';
import { NO_PARAMS } from '../../src/internal/params.ts';
import type { RouteNode } from '../../src/internal/route-node.ts';

function treeOf(patterns: readonly string[]): RouteNode<number> {
  const root = emptyTree<number>();
  const options = { caseSensitive: true, strict: true, canonicalize: undefined };
  for (const [rank, pattern] of patterns.entries()) {
    for (const { steps, names, lists } of compilePattern(pattern, options)) {
      plant(root, steps, new Leaf({ method: 'GET', pattern, value: rank }, names, lists, NO_PARAMS, rank));
    }
  }
  finishTree(root, false);
  return root;
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

test('no literal is longer than a slice that is copied', () => {
  for (const node of allNodes(treeOf(patterns))) expect(node.text.length).toBeLessThanOrEqual(12);
});

test('a short literal that only leads to others is compared together with them', () => {
  const root = treeOf(['/users/:id', '/user/:id', '/events/:id']);
  expect(root.texts.filter(Boolean).map((node) => node?.text)).toEqual(['/events/', '/user']);
});
