/**
 * Tells how far the run is, on standard error: one line that changes on a terminal, a line per server elsewhere.
 *
 * @param {number} total
 */
export function createProgress(total) {
  const { stderr } = process;
  const started = performance.now();
  let done = 0;
  return {
    /** @param {string} what */
    next(what) {
      const left =
        done === 0
          ? ''
          : `, ${Math.ceil((((performance.now() - started) / done) * (total - done)) / 1_000)} s left`;
      done++;
      const line = `${done}/${total}  ${what}${left}`;
      stderr.write(stderr.isTTY ? `\r\u001b[2K  ${line}` : `${line}\n`);
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
}
