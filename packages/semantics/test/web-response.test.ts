import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { describeStream, isConnectionField, webBodyOf, webStreamOf } from '../src/web-response.ts';

test.each([
  ['connection', true],
  ['transfer-encoding', true],
  ['content-length', false],
])('isConnectionField(%o) is %s', (name, expected) => {
  expect(isConnectionField(name)).toBe(expected);
});

test.each([
  ['without Content-Encoding', {}, '', { 'content-length': '9' }],
  ['that the application has encoded', { 'content-encoding': 'gzip' }, '', { 'content-encoding': 'gzip' }],
  ['from fetch(), which decodes', { 'content-encoding': 'gzip' }, 'http://a/', {}],
])('describeStream() corrects the headers of a response %s', (_name, coded, url, expected) => {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  const headers = new Headers({ 'content-length': '9', ...coded });
  res.setHeaders(headers);
  describeStream(res, { url, headers });
  expect({ ...res.getHeaders() }).toEqual(expected);
});

/** Returns an error whose properties throw, except the stack, which Node reads first. */
function hostileError(): object {
  const refuse = (): never => {
    throw new Error('read');
  };
  return {
    stack: '',
    get code() {
      return refuse();
    },
    get message() {
      return refuse();
    },
    get name() {
      return refuse();
    },
  };
}

test('webBodyOf() rejects with the error of a Node stream even if reading its properties throws', async () => {
  const error = hostileError();
  const body = new Readable({ read: () => undefined });
  body.push('tea');
  const reader = (webBodyOf({ body }) as ReadableStream<Uint8Array>).getReader();
  expect(String((await reader.read()).value)).toBe('tea');
  const next = reader.read();
  body.destroy(error as Error);
  expect(await next.catch((thrown: unknown) => thrown === error)).toBe(true);
});

test('webStreamOf() survives a stream that fails before it is read, and destroys one that is canceled', async () => {
  const failed = new Readable({ read: () => undefined });
  const web = webStreamOf(failed);
  failed.destroy(hostileError() as Error);
  await new Promise((closed) => failed.once('close', closed));
  await expect(
    web
      .getReader()
      .read()
      .catch(() => 'failed'),
  ).resolves.toBe('failed');
  const canceled = new Readable({ read: () => undefined });
  await webStreamOf(canceled).cancel();
  expect(canceled.destroyed).toBe(true);
});
