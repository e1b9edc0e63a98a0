/** @module Node's option that lets a debugger attach to the process of the application. */

import inspector from 'node:inspector';

const OPTION = /(?<=^|\s)--inspect(?:-brk|-wait)?(?:=\S*)?(?=\s|$)/g;

/**
 * The option for the process of the application. It inherits the options of this process, so they lose theirs: only one process can have
 * the port.
 */
export function inspectOption(given: string | undefined): string | undefined {
  const inherited = takeOption();
  if (given !== undefined && given.replace(OPTION, '') !== '') {
    throw new TypeError(`Invalid inspect: expected --inspect, --inspect-wait or --inspect-brk, got ${given}`);
  }
  return given ?? inherited;
}

/** Closes the debugger of this process, and returns the option that has opened it. */
function takeOption(): string | undefined {
  const { env, execArgv } = process;
  const { NODE_OPTIONS = '' } = env;
  const found = [NODE_OPTIONS, ...execArgv].flatMap((text) => text.match(OPTION) ?? []);
  if (found.length === 0) return undefined;
  env.NODE_OPTIONS = NODE_OPTIONS.replace(OPTION, '').trim();
  process.execArgv = execArgv.filter((option) => !found.includes(option));
  inspector.close();
  return found.at(-1);
}
