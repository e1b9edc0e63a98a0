/**
 * Tells how far a run is, on standard error: one line that is written anew on a terminal, a line for each round
 * elsewhere.
 *
 * @typedef {object} Screen The part of a stream that is used.
 * @property {(text: string) => unknown} write
 * @property {boolean} [isTTY]
 * @property {number} [columns]
 */

const CLEAR = '\r\u001b[2K';

/**
 * @param {number} steps What all steps cost together, in a unit of their own.
 * @param {Screen} [screen]
 * @param {() => number} [now] In milliseconds.
 */
export function createProgress(steps, screen = process.stderr, now = () => performance.now()) {
  const started = now();
  let total = steps;
  let done = 0;
  let group = '';
  const timeLeft = () => (done === 0 ? undefined : ((now() - started) / done) * (total - done));
  return {
    /**
     * A step begins.
     *
     * @param {string} what Steps of the same name are one line where nothing can be written anew.
     * @param {string} [detail]
     */
    next(what, detail = '') {
      const share = Math.min(1, total === 0 ? 1 : done / total);
      if (screen.isTTY) {
        const line = `${barOf(share)} ${progressText(share, what, detail, timeLeft())}`;
        screen.write(CLEAR + line.slice(0, (screen.columns || 80) - 1));
      } else if (what !== group) {
        screen.write(`${progressText(share, what, '', timeLeft())}\n`);
      }
      group = what;
    },
    /** The step has ended. @param {number} [cost] */
    done(cost = 1) {
      done += cost;
    },
    /** What the steps until now cost. */
    cost: () => done,
    /** What is left costs something else than was said. @param {number} left */
    expect(left) {
      total = done + left;
    },
    /** Says something that stays. @param {string} text */
    say(text) {
      screen.write(`${screen.isTTY ? CLEAR : ''}${text}\n`);
    },
    end() {
      if (screen.isTTY) screen.write(CLEAR);
    },
  };
}

/** @param {number} share @param {string} what @param {string} detail @param {number | undefined} left In milliseconds. */
export function progressText(share, what, detail, left) {
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  const parts = [what, detail, left === undefined ? '' : `${formatTime(left / 1_000)} left`];
  return `${percent}  ${parts.filter((part) => part !== '').join(' · ')}`;
}

/** @param {number} share */
function barOf(share) {
  const width = 20;
  const full = Math.round(share * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
}

/** As a person would say it. @param {number} seconds */
export function formatTime(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
