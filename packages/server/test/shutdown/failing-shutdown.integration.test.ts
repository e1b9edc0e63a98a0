import { once } from 'node:events';
import { endOnShutdown } from '@nextpress/events';
import { holdTimeouts } from '@nextpress-internal/test-kit/fake-clock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Application, createServer } from '../../src/index.ts';
import { get } from './raw-client.ts';
import { KINDS, startScene } from './scene.ts';

const scene = () => startScene(KINDS[0]?.[1] as never);

const never = (): Promise<never> => new Promise(() => {});

describe('close()', () => {
  test.each(['preClose', 'onClose'] as const)(
    'rejects when a %s hook never settles, after the other hooks have run',
    async (name) => {
      const { app, server } = await scene();
      const order: string[] = [];
      app.addHook('onClose', () => void order.push('onClose'));
      app.addHook(name, () => void order.push(name));
      app.addHook(name, async function stuck() {
        await never();
      });
      await expect(app.close({ grace: 5 })).rejects.toThrow(`The ${name} hook "stuck" has not finished`);
      expect(server.listening).toBe(false);
      expect(order).toEqual([name, 'onClose']);
    },
  );

  test('waits for preClose hooks that settle once their connections are closed', async () => {
    const { app, connect, held } = await scene();
    (await connect()).send(get('/hold'));
    const { res } = await held();
    const closed = once(res, 'close');
    app.addHook('preClose', () => closed);
    expect((await app.close({ grace: 0 })).cut).toHaveLength(1);
  });

  test('rejects with the errors of all hooks when several fail', async () => {
    const app = createServer();
    const errors = ['first', 'second', 'third'].map((text) => new Error(text));
    const [first, second, third] = errors;
    app.addHook('preClose', () => Promise.reject(second));
    app.addHook('preClose', () => Promise.reject(first));
    app.addHook('onClose', () => Promise.reject(third));
    const error = await app.close().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors).toEqual(errors);
    expect(String(error)).toContain('first; second; third');
  });

  test('rejects with all errors when one of them cannot be printed', async () => {
    const app = createServer();
    const errors = [Object.create(null), new Error('second')];
    app.addHook('preClose', () => Promise.reject(errors[1]));
    app.addHook('preClose', () => Promise.reject(errors[0]));
    await expect(app.close()).rejects.toMatchObject({
      errors,
      message: 'Closing failed with 2 errors: a value that cannot be printed; second',
    });
  });

  test('rejects with the error of a replaced `server.close`, when the other servers have closed', async () => {
    const { app, server } = await scene();
    const broken = app.listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const { close } = broken;
    onTestFinished(() => void close.call(broken));
    broken.close = () => {
      throw new Error('replaced');
    };
    await expect(app.close()).rejects.toThrow('replaced');
    expect(server.listening).toBe(false);
  });

  test('ends other long-lived responses when the function that ends one throws', async () => {
    const { app, connect, held } = await scene();
    const clients = [await connect(), await connect()];
    for (const client of clients) client.send(get('/hold'));
    const [first, second] = [await held(), await held()];
    endOnShutdown(first.res, () => {
      throw new Error('stuck');
    });
    endOnShutdown(second.res, () => second.res.end('bye'));
    for (const { res } of [first, second]) res.write('hi ');
    await app.close({ grace: 20_000 });
    await Promise.all(clients.map(({ closed }) => closed));
    expect(clients.map(({ received }) => received.includes('bye'))).toEqual([false, true]);
  });
});

describe('listen()', () => {
  const listen = (app: Application) => () => app.listen(0, '127.0.0.1');

  test('throws while the application is closing, which stays unready, and listens afterwards', async () => {
    const app = createServer({ health: true });
    const server = listen(app)();
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const letPass = holdTimeouts();
    const closing = app.close({ delay: 200 });
    expect(listen(app)).toThrow('Cannot listen while the application is closing');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
    letPass(200);
    await closing;
    await once(listen(app)(), 'listening');
    await app.close();
  });

  test('works after a failed close()', async () => {
    const app = createServer();
    let isStuck = true;
    app.addHook('onClose', () => {
      if (isStuck) throw new Error('stuck');
    });
    await once(listen(app)(), 'listening');
    await expect(app.close()).rejects.toThrow('stuck');
    isStuck = false;
    await once(listen(app)(), 'listening');
    expect(await app.close()).toEqual({ cut: [] });
  });
});
