import { fork } from 'node:child_process';

/** A process that answers questions. */
export class Child {
  #process;
  #number = 0;
  /** @type {Map<number, (answer: any) => void>} */
  #waiting = new Map();

  /** Its exit code, once it has ended. @type {Promise<number | string | null>} */
  ended;

  /** @param {string} file in this folder @param {{ flags?: string[], setup: unknown }} options */
  constructor(file, { flags = [], setup }) {
    this.#process = fork(new URL(file, import.meta.url), [JSON.stringify(setup)], {
      execArgv: flags,
    });
    this.#process.on('message', (/** @type {{ number: number, answer: unknown }} */ { number, answer }) => {
      this.#waiting.get(number)?.(answer);
      this.#waiting.delete(number);
    });
    this.ended = new Promise((resolve) =>
      this.#process.on('exit', (code, signal) => resolve(code ?? signal)),
    );
  }

  /** @param {string} ask @param {unknown} [about] @returns {Promise<any>} */
  ask(ask, about) {
    const number = this.#number++;
    return Promise.race([
      new Promise((resolve) => {
        this.#waiting.set(number, resolve);
        this.#process.send({ ask, number, about });
      }),
      this.ended.then((code) => Promise.reject(new Error(`the process ended with ${code}`))),
    ]);
  }

  kill() {
    this.#process.kill('SIGKILL');
  }
}
