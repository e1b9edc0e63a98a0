import type { Socket } from 'node:net';
import { expect } from 'vitest';
import type { Subject } from '../subject.ts';
import { SECRET } from './file-tree.ts';

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const keysOf = (): PropertyKey[][] => prototypes.map((prototype) => Reflect.ownKeys(prototype));
const pristine = keysOf();

/** What no client may be shown: lines of a stack, and where things are on the server's disk. */
const STACK = /^\s*at .+:\d+:\d+\)?$|node:internal|node_modules/m;

/** Sees all that a case's servers answer and what it does to the process, and tells what must hold after each. */
export class Witness {
  readonly #answers: string[] = [];
  readonly #failures: unknown[] = [];
  readonly #note = (failure: unknown): void => void this.#failures.push(failure);

  constructor() {
    process.on('uncaughtExceptionMonitor', this.#note);
    process.on('unhandledRejection', this.#note);
  }

  /** For the application: an error of a server that nobody sent is a failure too. */
  readonly logError = (error: unknown): void => this.#note(error);

  /** The same subject, overheard. */
  over(subject: Subject): Subject {
    return {
      ...subject,
      exchange: async (bytes, options) => {
        const responses = await subject.exchange(bytes, options);
        for (const { status, rawHeaders, body } of responses) {
          this.#answers.push(`HTTP/1.1 ${status}\n${rawHeaders.join('\n')}\n${body}`);
        }
        return responses;
      },
      connect: () => this.#overhear(subject.connect()),
    };
  }

  #overhear(socket: Socket): Socket {
    let text = '';
    socket.on('data', (chunk: Buffer | string) => {
      text += chunk.toString('latin1');
    });
    return socket.on('close', () => this.#answers.push(text));
  }

  /** Fails unless the process is as it was, and no answer tells what it must not. */
  async testify(root: string): Promise<void> {
    // Rejections that nobody handles are told of behind the microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('uncaughtExceptionMonitor', this.#note);
    process.off('unhandledRejection', this.#note);
    expect(this.#failures, 'errors that nobody handled').toEqual([]);
    expect(keysOf(), 'keys of the prototypes').toEqual(pristine);
    for (const answer of this.#answers) {
      expect(answer).not.toContain(SECRET);
      expect(answer).not.toContain(root);
      expect(answer).not.toMatch(STACK);
      // What a client sends is no fault of the server, whichever answer of a connection says so.
      expect(answer).not.toMatch(/HTTP\/1\.1 500\b/);
    }
  }
}
