import type { HandOverReason } from '@nextpress/fast-lane';
import { expect, test } from 'vitest';
import { REASONS } from '../src/internal/head/outcome.ts';

/** Every reason in the type. */
const known: Record<HandOverReason, true> = {
  'partial head': true,
  method: true,
  target: true,
  version: true,
  'field syntax': true,
  'field count': true,
  host: true,
  connection: true,
  'content-length': true,
  'transfer-encoding': true,
  expect: true,
  upgrade: true,
  trailer: true,
  'head size': true,
  'body size': true,
  settings: true,
  silent: true,
  'short-lived': true,
};

test('stats() uses exactly the reasons of the type', () => {
  expect(REASONS.filter((reason) => reason !== '')).toEqual(Object.keys(known));
});
