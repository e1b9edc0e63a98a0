import { ServerResponse } from 'node:http';
import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { JSON_SERIALIZER, PAYLOAD_HOOK, type Payload, type ResponseSlots } from '../src/index.ts';
import { patchedClasses, requestFor, responseFor } from './patched-server.ts';

const classes = patchedClasses();

test('a patched response has only the own properties of Node', () => {
  const req = requestFor('/', classes);
  const res = responseFor(req, classes);
  expect(Reflect.ownKeys(res)).toEqual(Reflect.ownKeys(new ServerResponse(req)));
  expect(isFast(res)).toBe(true);
});

test('a response sent by a helper has the shape of one sent with writeHead and end', () => {
  const response = () => responseFor(requestFor('/', classes), classes);
  const bare = response();
  bare.writeHead(200, { 'Content-Length': 2 });
  bare.end('{}');
  expect(sameShape(bare, response().json({}))).toBe(true);
  expect(sameShape(bare, response().send('text'))).toBe(true);

  const withStatus = response();
  withStatus.statusCode = 201;
  withStatus.writeHead(201, { 'Content-Length': 2 });
  withStatus.end('{}');
  expect(sameShape(withStatus, response().status(201).json({}))).toBe(true);
});

test.each<[string, () => Partial<ResponseSlots>]>([
  ['a serializer', () => ({ [JSON_SERIALIZER]: () => '{}' })],
  ['a payload hook', () => ({ [PAYLOAD_HOOK]: (payload: Payload) => payload })],
])('responses with %s have one shape', (_, slots) => {
  const response = () => {
    const res = responseFor(requestFor('/', classes), classes);
    return Object.assign(res, slots()).json({});
  };
  response();
  expect(sameShape(response(), response())).toBe(true);
  expect(isFast(response())).toBe(true);
});
