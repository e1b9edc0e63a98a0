import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

export interface Message {
  readonly user: string;
  readonly text?: string;
  readonly event?: string;
}

/** Returns the cookie of a new session. */
export async function signIn(url: string, user: string): Promise<string> {
  const body = new URLSearchParams({ user });
  const { status, headers } = await fetch(`${url}/sign-in`, { method: 'POST', body, redirect: 'manual' });
  expect(status).toBe(303);
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A client that records what it receives, and reconnects like the page. */
export class Client {
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
    await expect.poll(() => this.heard).toContainEqual(expected);
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
