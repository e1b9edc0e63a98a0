import { expect, test } from 'vitest';
import * as core from '../src/index.ts';

test('the package exports these values', () => {
  expect(Object.keys(core).sort()).toEqual([
    'JSON_SERIALIZER',
    'PAYLOAD_HOOK',
    'SETTINGS',
    'checkNotPending',
    'defaultSettings',
    'encodeLocation',
    'isPayloadPending',
    'malformedTarget',
    'openRequest',
    'patchPrototypes',
    'pathnameOf',
    'sendPayload',
  ]);
});
