import { BlockList, isIP } from 'node:net';
import type { HelperSettings } from '@nextpress/core';
import { refuse } from './refuse-setting.ts';

type Trust = HelperSettings['trustProxy'];

/** Names for the networks that proxies are in, as Express knows them. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const FORMS =
  "a boolean, a count of hops, addresses such as 'loopback, 10.0.0.0/8', or a function (address, hop)";

/**
 * Compiles the setting `trust proxy`: everybody or nobody, a number of hops, addresses and networks, or a function.
 *
 * @throws TypeError naming the setting, when its value means nothing
 */
export function compileTrust(value: unknown): Trust {
  if (typeof value === 'function') return (address, hop) => Boolean((value as Trust)(address, hop));
  if (value === true) return () => true;
  if (value === false || value === undefined || value === null) return () => false;
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || value < 0) refuse('trust proxy', value, FORMS);
    return (_address, hop) => hop < value;
  }
  const entries = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(entries)) refuse('trust proxy', value, FORMS);
  return trustNetworks((entries as unknown[]).flatMap((entry) => networksOf(entry)));
}

function networksOf(entry: unknown): readonly string[] {
  if (typeof entry !== 'string') refuse('trust proxy', entry, FORMS);
  const name = (entry as string).trim();
  return NETWORKS[name] ?? [name];
}

function trustNetworks(networks: readonly string[]): Trust {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}

function addNetwork(list: BlockList, network: string): void {
  const slash = network.indexOf('/');
  const written = slash === -1 ? network : network.slice(0, slash);
  // Rules for IPv4 hold for IPv4 written as IPv6, not the other way around.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(written)?.[1];
  const address = mapped ?? written;
  const family = isIP(address);
  const width = family === 4 ? 32 : 128;
  const length = slash === -1 ? width : prefixLength(network.slice(slash + 1), mapped === undefined ? 0 : 96);
  if (family === 0 || length < 0 || length > width) {
    refuse('trust proxy', network, 'an address, or a network such as 10.0.0.0/8');
  }
  list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
}

/** How many bits a network's prefix has, written as a number or as an IPv4 mask; -1 for neither. */
function prefixLength(text: string, mapped: number): number {
  if (/^\d{1,3}$/.test(text)) return Number(text) - mapped;
  if (isIP(text) !== 4) return -1;
  const bits = text
    .split('.')
    .map((octet) => Number(octet).toString(2).padStart(8, '0'))
    .join('');
  return /^1+0*$/.test(bits) ? bits.lastIndexOf('1') + 1 : -1;
}
