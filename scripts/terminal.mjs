// What the commands print: one line per step, coloured only where a person reads it.

const coloured = process.env.NO_COLOR === undefined && process.stdout.isTTY === true;

/** @param {number} open @param {number} close @returns {(text: string) => string} */
const style = (open, close) => (text) => (coloured ? `\u001b[${open}m${text}\u001b[${close}m` : text);

export const bold = style(1, 22);
export const dim = style(2, 22);
export const red = style(31, 39);
export const green = style(32, 39);

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** @param {number} count @param {string} noun */
export function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** @param {string} text @param {string} [margin] */
export function indent(text, margin = '    ') {
  return text.replace(/^(?=.)/gm, margin);
}

/** Says which command runs, where. @param {string} command */
export function announce(command) {
  console.log(`\n  ${bold('Nextpress')} ${dim(`${command} · Node ${process.versions.node}`)}\n`);
}

/** A step that failed, with what to print about it. */
export class StepFailure extends Error {
  /** @param {string} summary @param {string} [details] */
  constructor(summary, details = '') {
    super(summary);
    this.details = details;
  }
}

/** Shows how far a step is, where a person watches. @typedef {(progress: string) => void} Say */

/**
 * Runs one step and prints its line: a name, what it found, how long it took.
 *
 * @param {string} name
 * @param {(say: Say) => Promise<string> | string} run Returns what to say about it; throws a `StepFailure`.
 * @returns {Promise<boolean>} whether it passed
 */
export async function step(name, run) {
  const started = performance.now();
  const watched = process.stdout.isTTY === true;
  const clear = watched ? '\r\u001b[2K' : '';
  /** @type {Say} */
  const say = (progress) => {
    const line = `  · ${name.padEnd(15)} ${progress}`.slice(0, (process.stdout.columns || 80) - 1);
    if (watched) process.stdout.write(clear + dim(line));
  };
  say('');
  /** @param {string} mark @param {string} facts */
  const settle = (mark, facts) => {
    const took = dim(seconds(performance.now() - started));
    console.log(`${clear}  ${mark} ${name.padEnd(15)} ${facts.padEnd(44)} ${took}`);
  };
  try {
    settle(green('✓'), await run(say));
    return true;
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    settle(red('✗'), error.message);
    if (error.details !== '') console.log(`\n${indent(error.details.trimEnd())}\n`);
    return false;
  }
}

/** Ends the command when a step failed: the rest would only repeat its trouble. @param {boolean} passed */
export function orExit(passed) {
  if (!passed) process.exit(1);
}
