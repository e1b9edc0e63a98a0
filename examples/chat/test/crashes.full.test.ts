// Repeatedly kills one of two processes while clients reconnect like pages.
import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { hasRedis, startRedis } from '@nextpress-internal/test-kit';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { Client, signIn } from './client.ts';

const home = new URL('..', import.meta.url);
const CLIENTS = 60;
const CRASHES = 10;

test.skipIf(!hasRedis())('after each crash every client receives every message once', async () => {
  const redis = await startRedis();
  onTestFinished(redis.stop);
  const env = { REDIS_URL: redis.url };
  const examples: [RunningExample, RunningExample] = [
    await startExample(home, { env }),
    await startExample(home, { env }),
  ];
  onTestFinished(async () => void (await Promise.all(examples.map((example) => example.kill()))));
  const clients: Client[] = [];
  for (let number = 0; number < CLIENTS; number++) {
    const { url } = examples[number % 2] as RunningExample;
    clients.push(new Client(url, await signIn(url, `user ${number}`)));
  }
  const joined = (half: number) =>
    Promise.all(
      clients.map(async (client, number) => {
        if (number % 2 === half) await client.hears({ user: `user ${number}`, event: 'joined' });
      }),
    );
  await Promise.all([joined(0), joined(1)]);

  for (let crash = 0; crash < CRASHES; crash++) {
    const half = crash % 2;
    for (const client of clients) client.heard.length = 0;
    const { port } = new URL((examples[half] as RunningExample).url);
    await (examples[half] as RunningExample).kill();
    examples[half] = await startExample(home, { env: { ...env, PORT: port } });
    await joined(half);
    const text = `after crash ${crash}`;
    const speaker = crash % CLIENTS;
    clients[speaker]?.say(text);
    const message = { user: `user ${speaker}`, text };
    await Promise.all(clients.map((client) => client.hears(message)));
    for (const client of clients)
      expect(client.heard.filter((heard) => heard.text === text)).toEqual([message]);
  }

  // Crashed processes must not leave subscriptions behind.
  const client = await createClient({ url: redis.url }).connect();
  onTestFinished(() => client.destroy());
  expect(await client.pubSubNumSub(['nextpress:room:lobby'])).toEqual({ 'nextpress:room:lobby': 2 });
});
