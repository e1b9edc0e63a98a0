import type { ListenOptions } from 'node:net';
import { checkOptionNames, invalidOption, invalidValue } from '@nextpress/semantics/options';
import type { ServeOptions } from '../../types/listening.ts';
import { BALANCER_NAMES } from './balancer-settings.ts';

const OWN_OPTIONS = ['behind', 'health', 'signals'] as const;
const NODE_OPTIONS = [
  'backlog',
  'exclusive',
  'fd',
  'host',
  'ipv6Only',
  'readableAll',
  'reusePort',
  'signal',
  'writableAll',
];

/** The arguments of `listen`. */
export interface ListenArguments {
  /** For `server.listen`. */
  readonly node: readonly unknown[];
  readonly own: ServeOptions;
}

/**
 * Separates the options of `listen` from the arguments of `server.listen`.
 *
 * @throws TypeError naming the first option that does not exist or has an invalid value
 */
export function readListenArguments(args: readonly unknown[]): ListenArguments {
  const [first, ...others] = args;
  const at = others.findIndex(isOptions);
  if (at === -1) return { node: args, own: isOptions(first) ? ownOf(first) : {} };
  const options = others[at] as ServeOptions & ListenOptions;
  checkOptionNames('listen', options, [...OWN_OPTIONS, ...NODE_OPTIONS]);
  const { behind, health, signals, ...node } = options;
  // As in Node, the host is a string, and the backlog a number.
  const before = others.slice(0, at);
  const host = before.find((each) => typeof each === 'string');
  const backlog = before.find((each) => typeof each === 'number');
  const place = { ...node, ...placeOf(first), ...(host && { host }), ...(backlog && { backlog }) };
  return { node: [place, ...others.slice(at + 1)], own: checked({ behind, health, signals }) };
}

/** @throws TypeError for a mistyped port such as "3000x": Node would create a socket file of that name */
export function checkPort(portOrPath: unknown): void {
  if (typeof portOrPath !== 'string' || !/^\d/.test(portOrPath) || Number(portOrPath) >= 0) return;
  throw invalidValue('port', 'a number (the path of a socket starts with "/" or "./")', portOrPath);
}

/** The options of an object that may also be a server, or a handle. */
function ownOf(first: ServeOptions & ListenOptions): ServeOptions {
  const isServer = typeof (first as { on?: unknown }).on === 'function' || '_handle' in first;
  if (!isServer) checkOptionNames('listen', first, [...OWN_OPTIONS, ...NODE_OPTIONS, 'path', 'port']);
  return checked(first);
}

function isOptions(value: unknown): value is ServeOptions & ListenOptions {
  return typeof value === 'object' && value !== null;
}

/** As in Node, a string that is not a number is the path of a socket. */
function placeOf(portOrPath: unknown): ListenOptions {
  const isPath = typeof portOrPath === 'string' && !(Number(portOrPath) >= 0);
  return isPath ? { path: portOrPath } : { port: portOrPath as number };
}

function checked({ behind: balancer, health, signals }: ServeOptions): ServeOptions {
  if (balancer !== undefined && !BALANCER_NAMES.includes(balancer)) {
    const names = BALANCER_NAMES.map((name) => `'${name}'`).join(', ');
    throw invalidOption('listen', 'behind', `one of ${names}`, balancer);
  }
  if (!isSwitch(health)) {
    throw invalidOption('listen', 'health', 'a boolean or { live, ready, checks, timeout }', health);
  }
  if (!isSwitch(signals)) {
    throw invalidOption('listen', 'signals', 'a boolean or { grace, delay }', signals);
  }
  return { behind: balancer, health, signals };
}

function isSwitch(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean' || (typeof value === 'object' && value !== null);
}
