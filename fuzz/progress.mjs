/** Milliseconds between two lines where nobody watches, and where somebody does. */
const [seldom, often] = [15_000, 200];

/** Tells how far the run is, on standard error: one line that changes on a terminal, a line now and then elsewhere. */
export function createProgress() {
  const { stderr } = process;
  let last = performance.now();
  return {
    /** @param {() => string} what */
    say(what) {
      const now = performance.now();
      if (now - last < (stderr.isTTY ? often : seldom)) return;
      last = now;
      stderr.write(stderr.isTTY ? `\r\u001b[2K  ${what()}` : `  ${what()}\n`);
    },
    clear() {
      if (stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
}
