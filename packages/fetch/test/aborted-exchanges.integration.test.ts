import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from '@nextpress/server';
import { expect, test, vi } from 'vitest';
import { inject, toFetch } from '../src/index.ts';

const COUNT = 1_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a thousand aborted streams leave no leaks', async () => {
  const objects: WeakRef<object>[] = [];
  const closed = vi.fn();
  const canceled = vi.fn();
  const app = createServer({ logError: () => {} });
  app.use((req, res, next) => {
    objects.push(new WeakRef(req), new WeakRef(res), new WeakRef(req.socket));
    req.on('close', closed);
    res.on('close', closed);
    next();
  });
  app.get('/stream', (_req, res) => {
    const write = () => {
      while (!res.destroyed && res.write(Buffer.alloc(16 * 1024)));
    };
    res.on('drain', write);
    write();
  });
  app.post('/echo', (req, res) => void req.pipe(res));
  app.post('/wait', (req) => void req.resume());
  const handler = toFetch(app);

  /** Each sends one request and aborts it at a different moment. */
  const ways: ((controller: AbortController) => Promise<unknown>)[] = [
    async () => {
      const response = await handler(new Request('http://localhost/stream'));
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
    },
    async (controller) => {
      const response = await handler(new Request('http://localhost/stream', controller));
      controller.abort();
      await expect(response.text()).rejects.toThrow('aborted');
    },
    async (controller) => {
      const body = endless(canceled, () => controller.abort());
      const init = { method: 'POST', body, duplex: 'half' as const, signal: controller.signal };
      await expect(handler(new Request('http://localhost/wait', init))).rejects.toThrow('aborted');
    },
    async (controller) => {
      const body = endless(canceled, () => controller.abort());
      const response = inject(app, { url: '/echo', method: 'POST', body, signal: controller.signal });
      await expect(response).rejects.toThrow('aborted');
    },
  ];
  const shared = new AbortController();
  for (let number = 0; number < COUNT; number++) {
    await ways[number % ways.length]?.(new AbortController());
    if (number % 100 === 0) await inject(app, { url: '/none', signal: shared.signal });
  }

  expect(getEventListeners(shared.signal, 'abort')).toEqual([]);
  await expect.poll(() => closed).toHaveBeenCalledTimes(2 * (COUNT + COUNT / 100));
  await expect.poll(() => canceled).toHaveBeenCalledTimes(COUNT / 2);
  closed.mockClear();
  const left = (): unknown[] => {
    collectGarbage();
    return objects.filter((object) => object.deref() !== undefined);
  };
  await expect.poll(left).toEqual([]);
});

/** A body that never ends. @param onThird - called when its third chunk is read */
function endless(cancel: () => void, onThird: () => void): ReadableStream<Uint8Array> {
  let count = 0;
  return new ReadableStream({
    cancel,
    async pull(controller) {
      await new Promise(setImmediate);
      if (++count === 3) onThird();
      else controller.enqueue(new Uint8Array(1_000));
    },
  });
}
