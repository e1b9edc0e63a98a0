/** @module Compiles Express's `trust proxy` setting, as the proxy-addr package does. */

import { isIPv4, isIPv6 } from 'node:net';
import { addressGroups, ipv6Groups, isMapped } from './internal/address-groups.ts';

/**
 * Whether an address is a trusted proxy.
 *
 * @param address - `''` for a Unix socket
 * @param hop - 0 for the peer of the socket, 1 for the address before it, and so on
 */
export type Trust = (address: string, hop: number) => boolean;

/**
 * The argument of {@link compileTrust}. `true` trusts every address, and a number trusts that many hops. A string
 * (comma-separated) or an array lists trusted addresses, networks (`10.0.0.0/8`, `10.0.0.0/255.0.0.0`, `fd00::/8`) and
 * the named networks `loopback`, `linklocal` and `uniquelocal`.
 */
export type TrustSetting = boolean | number | string | readonly string[] | Trust | null | undefined;

interface Network {
  readonly groups: readonly number[];
  /** In bits. */
  readonly prefix: number;
}

const DECIMAL = /^(?:0|[1-9]\d*)$/;

const NAMED_NETWORKS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['loopback', ['127.0.0.1/8', '::1/128']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/**
 * Compiles the setting into a function. An invalid IP address is trusted only if the setting is `true` or a number of hops.
 *
 * @throws {TypeError} with the messages of proxy-addr, for an invalid setting
 *
 * @example
 * import { compileTrust } from '@nextpress/semantics/trust';
 *
 * const trust = compileTrust('loopback, 10.0.0.0/8');
 * trust('10.1.2.3', 0); // => true
 * trust('::ffff:10.1.2.3', 0); // => true
 * trust('192.168.0.1', 0); // => false
 */
export function compileTrust(setting: TrustSetting): Trust {
  if (typeof setting === 'function') return setting;
  if (setting === true) return trustAll;
  if (setting === false || setting === undefined || setting === null) return trustNone;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const list = typeof setting === 'string' ? setting.split(',').map((each) => each.trim()) : setting;
  if (!Array.isArray(list)) throw new TypeError('unsupported trust argument');
  const networks = list
    .filter((each) => each !== '')
    .flatMap((each) => NAMED_NETWORKS.get(each) ?? [each])
    .map(parseNetwork);
  return networks.length === 0 ? trustNone : (address) => isInNetworks(addressGroups(address), networks);
}

function trustAll(): boolean {
  return true;
}

function trustNone(): boolean {
  return false;
}

function isInNetworks(address: readonly number[] | undefined, networks: readonly Network[]): boolean {
  if (address === undefined) return false;
  for (const network of networks) if (isInNetwork(address, network)) return true;
  return false;
}

function isInNetwork(address: readonly number[], { groups, prefix }: Network): boolean {
  if (address.length !== groups.length) return false;
  for (let index = 0, bits = prefix; bits > 0; index++, bits -= 16) {
    const difference = (address[index] ?? 0) ^ (groups[index] ?? 0);
    if (difference >> Math.max(0, 16 - bits) !== 0) return false;
  }
  return true;
}

function parseNetwork(text: string): Network {
  if (typeof text !== 'string') throw new TypeError(`invalid IP address: ${String(text)}`);
  const slash = text.lastIndexOf('/');
  const address = slash === -1 ? text : text.slice(0, slash);
  const groups = networkGroups(address);
  if (groups === undefined) throw new TypeError(`invalid IP address: ${address}`);
  const bits = groups.length * 16;
  const prefix = slash === -1 ? bits : prefixOf(text.slice(slash + 1), isIPv4(address));
  if (!(prefix > 0 && prefix <= bits)) throw invalidRange(text);
  if (!isMapped(groups)) return { groups, prefix };
  // A shorter prefix would include addresses other than IPv4-mapped ones.
  if (prefix < 96) throw invalidRange(text);
  return { groups: groups.slice(6), prefix: prefix - 96 };
}

function networkGroups(address: string): readonly number[] | undefined {
  if (isIPv6(address)) return ipv6Groups(address);
  // proxy-addr treats `1` as the address 0.0.0.1, although people often mean a number of hops.
  const number = DECIMAL.test(address) ? Number(address) : Number.NaN;
  if (number <= 0xffffffff) return [Math.floor(number / 0x10000), number % 0x10000];
  return isIPv4(address) ? addressGroups(address) : undefined;
}

/** Parses a number of bits or an IPv4 mask; NaN if it is invalid. */
function prefixOf(text: string, takesMask: boolean): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const [high, low] = takesMask && isIPv4(text) ? (addressGroups(text) ?? []) : [];
  if (high === undefined || low === undefined || (low !== 0 && high !== 0xffff)) return Number.NaN;
  const bits = bitsOf(high) + bitsOf(low);
  return Number.isInteger(bits) ? bits : Number.NaN;
}

/** The number of leading ones in a part of a mask; a fraction if more ones follow a zero. */
function bitsOf(mask: number): number {
  return 16 - Math.log2(0x10000 - mask);
}

function invalidRange(text: string): TypeError {
  return new TypeError(`invalid range on address: ${text}`);
}
