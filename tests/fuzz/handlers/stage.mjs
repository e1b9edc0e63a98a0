/** Turns of the event loop without activity after which nothing more is expected. */
const quietTurns = 5;

/** Turns after which a stage stops waiting for something that is busy forever. */
const mostTurns = 20_000;

/** Milliseconds without activity after which bytes in transit count as unread. */
const stallTime = 25;

/**
 * A virtual clock for one exchange: actions of the client and deferred steps of handlers run one at a time, in the order of their
 * virtual time, each when the exchange is idle. With real timers, two runs of the same exchange would differ.
 */
export class Stage {
  /** Virtual milliseconds. */
  now = 0;
  /** @type {{ time: number, order: number, act: () => void }[]} */
  #waiting = [];
  #order = 0;
  #signs = 0;
  /** The activity count when it last waited without result. */
  #stalled = -1;
  #rested;

  /** Whether nothing is under way between the two ends of the connection. @type {() => boolean} */
  settled = () => true;

  /** @param {() => void} [rested] called each time when everything has come to rest */
  constructor(rested = () => {}) {
    this.#rested = rested;
  }

  /** Records activity: the exchange is not idle. */
  touch() {
    this.#signs++;
  }

  /** @param {number} delay in virtual milliseconds @param {() => void} act */
  later(delay, act) {
    this.#waiting.push({ time: this.now + delay, order: this.#order++, act });
  }

  /** Runs everything that waits. */
  async play() {
    await this.rest();
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      const { time, act } = next;
      this.now = time;
      // In its own turn, so that an error is as uncaught as in a handler's timer.
      setImmediate(act);
      await nextTurn();
      await this.rest();
    }
  }

  /** Resolves after several turns of the event loop without activity, with nothing in transit. */
  async rest() {
    let lastSign = performance.now();
    for (let quiet = 0, turns = 0; turns < mostTurns; turns++) {
      const signs = this.#signs;
      await nextTurn();
      if (signs !== this.#signs) {
        quiet = 0;
        lastSign = performance.now();
      } else if (++quiet >= quietTurns) {
        if (this.settled() || this.#stalled === signs) break;
        if (performance.now() - lastSign > stallTime) this.#stalled = signs;
      }
    }
    this.#rested();
  }

  #take() {
    this.#waiting.sort((a, b) => a.time - b.time || a.order - b.order);
    return this.#waiting.shift();
  }
}

function nextTurn() {
  return new Promise((resolve) => setImmediate(resolve));
}
