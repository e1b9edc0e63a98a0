import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { PLAIN_CONSTRUCTOR } from '@nextpress-internal/internals/keys';
import type { NodeServer } from '@nextpress-internal/internals/node';
import { expect, test } from 'vitest';
import { servesClasses } from '../../../src/internal/node/node-methods.ts';

class OwnRequest extends IncomingMessage {}
class OwnResponse extends ServerResponse {}
class LeanRequest extends IncomingMessage {}
class LeanResponse extends ServerResponse {}
class Subclass extends LeanRequest {}
class MarkedWithString extends IncomingMessage {}
Object.defineProperty(LeanRequest, PLAIN_CONSTRUCTOR, { value: true });
Object.defineProperty(LeanResponse, PLAIN_CONSTRUCTOR, { value: true });
Object.defineProperty(MarkedWithString, PLAIN_CONSTRUCTOR, { value: 'true' });

const isServed = (classes: object): boolean => servesClasses(createServer(classes) as NodeServer);

test("Node's own classes are served", () => {
  expect(isServed({})).toBe(true);
});

test('classes marked with plainConstructor are served, either or both', () => {
  expect(isServed({ IncomingMessage: LeanRequest, ServerResponse: LeanResponse })).toBe(true);
  expect(isServed({ IncomingMessage: LeanRequest })).toBe(true);
});

test.each([
  ['a request class without the marker', { IncomingMessage: OwnRequest }],
  ['a response class without the marker', { ServerResponse: OwnResponse }],
  ['one of two classes without the marker', { IncomingMessage: LeanRequest, ServerResponse: OwnResponse }],
  ['a subclass of a class with the marker', { IncomingMessage: Subclass }],
  ['a marker that is not true', { IncomingMessage: MarkedWithString }],
])('%s is left to Node', (_what, classes) => {
  expect(isServed(classes)).toBe(false);
});

test('the marker is a global symbol', () => {
  expect(PLAIN_CONSTRUCTOR).toBe(Symbol.for('nextpress.plainConstructor'));
});
