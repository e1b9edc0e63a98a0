import { expect, test } from 'vitest';
import { Outlines } from '../src/json-schema/outline.ts';
import { Shape } from '../src/json-schema/shape.ts';

test('a nested outline is kept even when there are more combinations of alternatives than the limit', () => {
  const node = new Shape();
  const reference = new Shape();
  reference.always.push(node);
  node.properties = new Map([['next', reference]]);
  const count = 1_100;
  for (let set = 0; set < count; set++) {
    node.conditions.push({ applies: (value) => value === set, shape: new Shape() });
  }
  const root = new Outlines().of([node], 'always');
  for (let set = 0; set < count; set++) root.found(set);
  const next = root.property('next');
  expect(next?.property('next')).toBe(next);
  expect(root.found(0)).toBe(root.found(0));
  expect(root.found(count - 1)).not.toBe(root.found(count - 1));
});
