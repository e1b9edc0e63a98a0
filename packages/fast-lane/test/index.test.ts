import * as entry from '@nextpress/fast-lane';
import { expect, test } from 'vitest';

test('the entry exports fastLane and nothing else', () => {
  expect(Object.keys(entry)).toEqual(['fastLane']);
});
