import { once } from 'node:events';
import { startExample } from '@nextpress-internal/example-process';
import { hasRedis, startRedis } from '@nextpress-internal/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

const home = new URL('..', import.meta.url);

interface Message {
  readonly user: string;
  readonly text?: string;
  readonly event?: string;
}

async function signIn(url: string, user: string): Promise<string> {
  const body = new URLSearchParams({ user });
  const { status, headers } = await fetch(`${url}/sign-in`, { method: 'POST', body, redirect: 'manual' });
  expect(status).toBe(303);
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A client that keeps what it hears, and connects again as the page does. */
class Client {
  readonly heard: Message[] = [];
  readonly codes: number[] = [];
  readonly #url: string;
  readonly #cookie: string;
  #socket: WebSocket | undefined;
  #isDone = false;

  constructor(url: string, cookie: string, room = 'lobby') {
    this.#url = `${url.replace('http', 'ws')}/rooms/${room}`;
    this.#cookie = cookie;
    onTestFinished(() => {
      this.#isDone = true;
      this.#socket?.terminate();
    });
    this.#connect();
  }

  say(text: string): void {
    this.#socket?.send(text);
  }

  async hears(expected: Message): Promise<void> {
    await expect.poll(() => this.heard, { timeout: 10_000 }).toContainEqual(expected);
  }

  #connect(): void {
    const socket = new WebSocket(this.#url, { headers: { Cookie: this.#cookie } });
    this.#socket = socket;
    socket.on('message', (data) => this.heard.push(JSON.parse(String(data))));
    socket.on('error', () => {});
    socket.on('close', (code) => {
      this.codes.push(code);
      if (!this.#isDone) setTimeout(() => this.#connect(), 50);
    });
  }
}

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

    // The session is made by one process, and used in the other.
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
