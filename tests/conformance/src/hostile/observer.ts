import type { Socket } from 'node:net';
import { expect } from 'vitest';
import type { Subject } from '../subject.ts';
import { SECRET } from './file-tree.ts';

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const keysOf = (): PropertyKey[][] => prototypes.map((prototype) => Reflect.ownKeys(prototype));
const pristine = keysOf();

/** Never in a response: lines of a stack trace, paths of the server. */
const STACK = /^\s*at .+:\d+:\d+\)?$|node:internal|node_modules/m;

/** Records the responses and the uncaught errors of a case, and verifies what must hold after each case. */
export class Observer {
  readonly #responses: string[] = [];
  readonly #failures: unknown[] = [];
  readonly #note = (failure: unknown): void => void this.#failures.push(failure);

  constructor() {
    process.on('uncaughtExceptionMonitor', this.#note);
    process.on('unhandledRejection', this.#note);
  }

  /** For the application: an error that the server logs is a failure. */
  readonly logError = (error: unknown): void => this.#note(error);

  /** The same subject, with its responses recorded. */
  observe(subject: Subject): Subject {
    return {
      ...subject,
      exchange: async (bytes, options) => {
        const responses = await subject.exchange(bytes, options);
        for (const { status, rawHeaders, body } of responses) {
          this.#responses.push(`HTTP/1.1 ${status}\n${rawHeaders.join('\n')}\n${body}`);
        }
        return responses;
      },
      connect: () => this.#record(subject.connect()),
    };
  }

  #record(socket: Socket): Socket {
    let text = '';
    socket.on('data', (chunk: Buffer | string) => {
      text += chunk.toString('latin1');
    });
    return socket.on('close', () => this.#responses.push(text));
  }

  /** Fails for uncaught errors, changed prototypes, and responses with a secret, a path, a stack or a 500. */
  async verify(root: string): Promise<void> {
    // Unhandled rejections are reported after the microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('uncaughtExceptionMonitor', this.#note);
    process.off('unhandledRejection', this.#note);
    expect(this.#failures, 'unhandled errors').toEqual([]);
    expect(keysOf(), 'keys of the prototypes').toEqual(pristine);
    for (const response of this.#responses) {
      expect(response).not.toContain(SECRET);
      expect(response).not.toContain(root);
      expect(response).not.toMatch(STACK);
      // Input of a client is never a server error.
      expect(response).not.toMatch(/HTTP\/1\.1 500\b/);
    }
  }
}
