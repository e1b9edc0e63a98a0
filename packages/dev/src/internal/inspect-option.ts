/** @module Node's option that lets a debugger attach to the process of the application. */

import inspector from 'node:inspector';
import { inspect } from 'node:util';

const OPTION = /(?<=^|\s)--inspect(?:-brk|-wait)?(?:=\S*)?(?=\s|$)/g;

const WITH_ADDRESS = /^--inspect(?:-brk|-wait)?(?:=(?:[^\s:=]+:|\[[\da-f:.]+\]:)?(\d{1,5}))?$/i;

/**
 * The option for the process of the application. It inherits the options of this process, so they lose theirs: only one process can have
 * the port.
 */
export function inspectOption(given: string | undefined): string | undefined {
  const inherited = takeOption();
  if (given !== undefined && !isValid(given)) {
    throw new TypeError(
      `Invalid inspect: expected --inspect, --inspect-wait or --inspect-brk, optionally with =port or =host:port and a port of 0 or from 1024 to 65535, such as --inspect=9230, got ${inspect(given)}`,
    );
  }
  return given ?? inherited;
}

/** Node refuses the ports from 1 to 1023. */
function isValid(given: unknown): boolean {
  const found = typeof given === 'string' ? WITH_ADDRESS.exec(given) : null;
  const port = Number(found?.[1] ?? 0);
  return found !== null && (port === 0 || (port >= 1024 && port < 65_536));
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
