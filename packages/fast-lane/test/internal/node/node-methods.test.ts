import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { PLAIN_CONSTRUCTOR } from '@nextpress-internal/internals/keys';
import type { NodeServer } from '@nextpress-internal/internals/node';
import { expect, test } from 'vitest';
import { servesClasses } from '../../../src/internal/node/node-methods.ts';

class OwnRequest extends IncomingMessage {}
class OwnResponse extends ServerResponse {}
class LeanRequest extends IncomingMessage {}
class LeanResponse extends ServerResponse {}
class Heir extends LeanRequest {}
class Undecided extends IncomingMessage {}
Object.defineProperty(LeanRequest, PLAIN_CONSTRUCTOR, { value: true });
Object.defineProperty(LeanResponse, PLAIN_CONSTRUCTOR, { value: true });
Object.defineProperty(Undecided, PLAIN_CONSTRUCTOR, { value: 'true' });

const isServed = (classes: object): boolean => servesClasses(createServer(classes) as NodeServer);

test("Node's own classes are served", () => {
  expect(isServed({})).toBe(true);
});

test('classes marked with plainConstructor are served, either or both', () => {
  expect(isServed({ IncomingMessage: LeanRequest, ServerResponse: LeanResponse })).toBe(true);
  expect(isServed({ IncomingMessage: LeanRequest })).toBe(true);
});

test.each([
  ['a class of requests without the promise', { IncomingMessage: OwnRequest }],
  ['a class of responses without the promise', { ServerResponse: OwnResponse }],
  ['one class of two without the promise', { IncomingMessage: LeanRequest, ServerResponse: OwnResponse }],
  ['an heir of a class with the promise', { IncomingMessage: Heir }],
  ['a promise that is not true', { IncomingMessage: Undecided }],
])('%s is left to Node', (_what, classes) => {
  expect(isServed(classes)).toBe(false);
});

test('the mark of plain constructors is the global symbol', () => {
  expect(PLAIN_CONSTRUCTOR).toBe(Symbol.for('nextpress.plainConstructor'));
});
