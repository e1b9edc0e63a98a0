import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { prepareRequest } from '../src/index.ts';
import { type PatchedListener, patchedServer, requestFor, responseFor } from './patched-server.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

/** The bodies of the responses to two pipelined requests. */
async function bodiesOf(listener: PatchedListener): Promise<string[]> {
  listening = await listen(patchedServer(listener));
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n';
  const both = `${request}\r\n${request}Connection: close\r\n\r\n`;
  return (await exchange(listening.port, both, { methods: ['GET', 'GET'] })).map(({ body }) => body);
}

describe('res', () => {
  test('is the response that was passed to prepareRequest', async () => {
    const bodies = await bodiesOf((req, res) => {
      prepareRequest(req, res);
      const isIt = req.res === res;
      setImmediate(() => res.end(String(isIt)));
    });
    expect(bodies).toEqual(['true', 'true']);
  });

  test('is the response that Node is sending when prepareRequest was not called', async () => {
    const bodies = await bodiesOf((req, res) => {
      const isIt = req.res === undefined ? 'not yet' : String(req.res === res);
      setImmediate(() => res.end(isIt));
    });
    expect(bodies).toEqual(['true', 'not yet']);
  });

  test('is undefined without a response, and keeps an assigned value', () => {
    const req = requestFor('/');
    expect([req.res, req.fresh, req.stale]).toEqual([undefined, false, true]);
    const res = responseFor(req);
    req.res = res;
    expect(req.res).toBe(res);
    req.method = 'GET';
    req.headers['if-none-match'] = '"a"';
    res.setHeader('ETag', '"a"');
    expect([req.fresh, req.stale]).toEqual([true, false]);
  });

  test('does not change when prepareRequest is called again without a response', () => {
    const req = requestFor('/');
    const res = responseFor(req);
    prepareRequest(req, res);
    prepareRequest(req);
    expect(req.res).toBe(res);
  });
});
