/** Reports the steps of a run on stderr: one line that is rewritten on a terminal, else one per step. @param {number} steps */
export function createProgress(steps) {
  const { stderr } = process;
  const clear = stderr.isTTY ? '\r\u001b[2K' : '';
  const started = performance.now();
  let done = 0;
  return {
    /** Begins a step. @param {string} what */
    next(what) {
      const left = ((performance.now() - started) / Math.max(1, done) / 60_000) * (steps - done);
      const time = done === 0 ? '' : `, ${left < 1 ? 'less than a minute' : `${Math.ceil(left)} min`} left`;
      stderr.write(`${clear}${done + 1}/${steps} ${what}${time}${stderr.isTTY ? '' : '\n'}`);
      done++;
    },
    end: () => stderr.write(clear),
  };
}
