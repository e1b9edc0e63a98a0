import { once } from 'node:events';
import { startExample } from '@nextpress-internal/example-process';
import { hasRedis, startRedis } from '@nextpress-internal/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { Client, signIn } from './client.ts';

const home = new URL('..', import.meta.url);

test.skipIf(!hasRedis())(
  'two processes share sessions and rooms, and clients survive a restart',
  async () => {
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const env = { REDIS_URL: redis.url };
    const first = await startExample(home, { env });
    onTestFinished(async () => void (await first.interrupt()));
    const second = await startExample(home, { env });

    const stranger = new WebSocket(`${first.url.replace('http', 'ws')}/rooms/lobby`);
    const [, refusal] = await once(stranger, 'unexpected-response');
    expect(refusal.statusCode).toBe(401);

    // One process creates the session, the other one uses it.
    const ada = new Client(second.url, await signIn(first.url, 'ada'));
    await ada.hears({ user: 'ada', event: 'joined' });
    const bob = new Client(first.url, await signIn(second.url, 'bob'));
    const cleo = new Client(first.url, await signIn(first.url, 'cleo'), 'kitchen');
    await ada.hears({ user: 'bob', event: 'joined' });
    ada.say('hello');
    await bob.hears({ user: 'ada', text: 'hello' });
    bob.say('hi');
    await ada.hears({ user: 'bob', text: 'hi' });
    await cleo.hears({ user: 'cleo', event: 'joined' });
    expect(cleo.heard).toHaveLength(1);

    const { port } = new URL(second.url);
    const { code } = await second.interrupt();
    expect(code).toBe(0);
    expect(ada.codes[0]).toBe(1001);
    await bob.hears({ user: 'ada', event: 'left' });
    bob.heard.length = 0;
    const third = await startExample(home, { env: { ...env, PORT: port } });
    onTestFinished(async () => void (await third.interrupt()));
    await bob.hears({ user: 'ada', event: 'joined' });
    ada.say('back again');
    await bob.hears({ user: 'ada', text: 'back again' });
  },
);
