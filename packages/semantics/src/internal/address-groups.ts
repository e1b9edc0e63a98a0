/** @module Parses IP addresses into 16-bit numbers: two for IPv4, eight for IPv6. */

import { isIP } from 'node:net';

/**
 * Parses an address that `node:net` accepts, which excludes octal, hexadecimal and shortened IPv4. Ignores a zone
 * (`%eth0`). An IPv4-mapped address such as `::ffff:10.0.0.1` becomes the IPv4 address, so that it matches the same
 * rules.
 */
export function addressGroups(address: string): number[] | undefined {
  const family = isIP(address);
  if (family === 4) return ipv4Groups(address);
  if (family !== 6) return undefined;
  const groups = ipv6Groups(address);
  return isMapped(groups) ? groups.slice(6) : groups;
}

/** Parses an IPv6 address into eight groups, even if it is IPv4-mapped. */
export function ipv6Groups(address: string): number[] {
  const zone = address.indexOf('%');
  const text = zone === -1 ? address : address.slice(0, zone);
  const gap = text.indexOf('::');
  if (gap === -1) return hexGroups(text);
  const left = hexGroups(text.slice(0, gap));
  const right = hexGroups(text.slice(gap + 2));
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}

export function isMapped(groups: readonly number[]): boolean {
  return groups.length === 8 && groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}

function hexGroups(text: string): number[] {
  if (text === '') return [];
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? ipv4Groups(group) : Number.parseInt(group, 16)));
}

function ipv4Groups(text: string): number[] {
  const [a, b, c, d] = text.split('.').map(Number) as [number, number, number, number];
  return [a * 256 + b, c * 256 + d];
}
