// The output of the commands: one line per step, colored on terminals.

const colored = process.env.NO_COLOR === undefined && process.stdout.isTTY === true;

/** @param {number} open @param {number} close @returns {(text: string) => string} */
const style = (open, close) => (text) => (colored ? `\u001b[${open}m${text}\u001b[${close}m` : text);

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

/** Prints the command and the Node version. @param {string} command */
export function announce(command) {
  console.log(`\n  ${bold('Nextpress')} ${dim(`${command} · Node ${process.versions.node}`)}\n`);
}

/** A failed step, with details to print. */
export class StepFailure extends Error {
  /** @param {string} summary @param {string} [details] */
  constructor(summary, details = '') {
    super(summary);
    this.details = details;
  }
}

/** Shows the progress of a step on a terminal. @typedef {(progress: string) => void} Say */

/**
 * Runs one step and prints a line: name, result, time.
 *
 * @param {string} name
 * @param {(say: Say) => Promise<string> | string} run Returns the result to print; throws a `StepFailure`.
 * @returns {Promise<boolean>} Whether it passed.
 */
export async function step(name, run) {
  const started = performance.now();
  const isTerminal = process.stdout.isTTY === true;
  const clear = isTerminal ? '\r\u001b[2K' : '';
  /** @type {Say} */
  const say = (progress) => {
    const line = `  · ${name.padEnd(15)} ${progress}`.slice(0, (process.stdout.columns || 80) - 1);
    if (isTerminal) process.stdout.write(clear + dim(line));
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

/** Exits when a step has failed. @param {boolean} passed */
export function orExit(passed) {
  if (!passed) process.exit(1);
}

/**
 * Prints the closing line of a command, which the gate reads, and sets the exit code.
 *
 * @param {string} name
 * @param {{ passed: number, failed: number }} counts
 * @param {string} [where]
 */
export function conclude(name, { passed, failed }, where = '') {
  const failures = failed === 0 ? '' : `${failed} failed | `;
  console.log(`\n  ${name}  ${failures}${passed} passed (${passed + failed})${where}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
