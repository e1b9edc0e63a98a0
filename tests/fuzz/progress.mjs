/** Milliseconds between two lines: in a log, and on a terminal. */
const [IN_LOG, ON_TERMINAL] = [15_000, 200];

/** Shows the progress on standard error: one line that changes on a terminal, occasional lines in a log. */
export function createProgress() {
  const { stderr } = process;
  let last = performance.now();
  return {
    /** @param {() => string} what */
    say(what) {
      const now = performance.now();
      if (now - last < (stderr.isTTY ? ON_TERMINAL : IN_LOG)) return;
      last = now;
      stderr.write(stderr.isTTY ? `\r\u001b[2K  ${what()}` : `  ${what()}\n`);
    },
    clear() {
      if (stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
}
